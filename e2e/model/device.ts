import { vi } from 'vitest';
import { createMemoryPlatform } from '../../apps/mobile/src/platform/adapters/memory/index.ts';
import type { Outbox, OutboxEntry } from '../../apps/mobile/src/platform/outbox/outbox.types.ts';
import { type App, loadApp } from './app.ts';
import { connectionFetch, registerConnection } from './browser.ts';
import type { Connection } from './connection.ts';
import { killable, type Lifetime } from './killable.ts';

/** The data of an open task that a person has loaded. */
export interface SeenTask {
  readonly taskID: string;
  readonly flowID: string;
  readonly title: string;
  readonly step: string;
  readonly digest: string;
}

const timeoutMs = 20_000;

/** Polls a condition on each turn of the event loop instead of a fixed delay. */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  description: string,
): Promise<void> {
  const startedAt = performance.now();
  while (!(await condition())) {
    if (performance.now() - startedAt > timeoutMs) throw new Error(`timeout: ${description}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** A device with the app. Its outbox, drafts, uploads, session and database are the app’s own. */
export class Device {
  readonly name: string;
  readonly connection: Connection;
  readonly platform;
  /** The work that was loaded last. It stays readable offline. */
  tasks: readonly SeenTask[] = [];
  flows: readonly { readonly id: string; readonly title: string }[] = [];
  app!: App;
  services!: ReturnType<App['createServices']>;
  outbox: Outbox | null = null;
  #releaseAccount: () => void = () => undefined;
  /** Hooks of seeded faults. */
  afterFlush: () => Promise<void> = async () => undefined;
  afterKill: () => Promise<void> = async () => undefined;
  #lifetime: Lifetime = { isAlive: false };
  #killablePlatform!: typeof this.platform;
  readonly #now: () => number;
  readonly #running = new Set<Promise<unknown>>();

  constructor(name: string, { connection, now }: { connection: Connection; now: () => number }) {
    this.name = name;
    this.connection = connection;
    this.#now = now;
    this.platform = createMemoryPlatform({ now });
    registerConnection(connection);
  }

  get accountID(): string | null {
    const session = this.app.currentSession();
    return session.phase === 'signedIn' ? session.account.aid : null;
  }

  async flush(): Promise<void> {
    if (this.outbox === null) return;
    await this.run(this.outbox.flush());
    await this.afterFlush();
  }

  /** Starts the app with the data on the device. */
  async start(): Promise<void> {
    this.#lifetime = { isAlive: true };
    this.#killablePlatform = killable(this.platform, this.#lifetime);
    this.app = await loadApp();
    vi.stubEnv('VITE_API_HOST', this.connection.origin);
    this.services = this.app.createServices({
      platform: this.#killablePlatform,
      announce: () => undefined,
      fetch: connectionFetch,
    });
    this.app.useSessionStore.subscribe(() => this.#followSession());
    await this.run(this.services.session.start());
    await this.continueAfterFailure();
  }

  /** The screen for an unreachable service offers to continue with stored data or to retry. */
  async continueAfterFailure(): Promise<void> {
    const session = this.app.currentSession();
    if (session.phase !== 'failed') return;
    if (session.stored !== null) this.services.session.continueStored();
    else await this.run(this.services.session.start());
  }

  /** Kills the app as the operating system does: nothing is reported or completed. */
  async kill(): Promise<void> {
    this.#lifetime.isAlive = false;
    this.#running.clear();
    this.#releaseAccount();
    this.outbox = null;
    this.connection.timeOutPending();
    await this.afterKill();
  }

  /** Mirrors the signed-in part of the app when it mounts and unmounts. */
  #followSession(): void {
    const session = this.app.currentSession();
    if (session.phase === 'signedIn') {
      if (this.outbox === null) this.#openAccount(session.account.aid);
      return;
    }
    this.#releaseAccount();
    this.outbox?.stop();
    this.outbox = null;
    this.app.detachOutbox();
    if (session.phase === 'signedOut' && session.expired === null) this.app.clearScrollPositions();
  }

  #openAccount(accountID: string): void {
    const { app, services } = this;
    const context = this.context(accountID);
    this.#releaseAccount = this.platform.accounts.acquire(accountID);
    app.resetScrollPositionsFor(accountID);
    const sql = () => app.localDatabase(this.#killablePlatform);
    const outbox: Outbox = app.createOutbox({
      sql,
      api: services.api,
      accountID,
      versionOf: (tid) => this.#tenants().find(({ id }) => id === tid)?.serviceVersion ?? null,
      isOnline: () => this.platform.network.isOnline(),
      now: this.#now,
      newKey: () => crypto.randomUUID(),
      // A device runs one app with one page.
      runExclusive: (work) => work(),
      sendApplication: ({ draftID }, signal) => app.sendApplication(context, draftID, signal),
      onChange: () => void this.#publishEntries(outbox),
    });
    this.outbox = outbox;
    app.attachOutbox(outbox, accountID);
    void this.#publishEntries(outbox);
  }

  async #publishEntries(outbox: Outbox): Promise<void> {
    const entries = await outbox.list();
    if (this.outbox === outbox) this.app.useOutboxStore.setState({ entries, isRead: true });
  }

  #tenants() {
    const session = this.app.currentSession();
    return 'tenants' in session ? session.tenants : [];
  }

  context(accountID: string) {
    return {
      platform: this.#killablePlatform,
      api: this.services.api,
      host: this.connection.origin,
      accountID,
      tenants: [],
      token: () => this.services.session.token(),
    };
  }

  entries = async (): Promise<readonly OutboxEntry[]> => (await this.outbox?.list()) ?? [];

  /** Waits until the work has finished or hangs on a connection without a response. */
  async run(work: Promise<unknown>): Promise<void> {
    let isOver = false;
    const over = work
      .catch(() => undefined)
      .finally(() => {
        isOver = true;
        this.#running.delete(over);
      });
    this.#running.add(over);
    await waitUntil(() => isOver || this.#isBlocked(), `${this.name} finishes its work`);
    await this.waitUntilIdle();
  }

  /** Waits until all background work has finished or hangs on the connection. */
  async waitUntilIdle(): Promise<void> {
    let idleRounds = 0;
    await waitUntil(() => {
      const isBusy = this.#running.size > 0 || this.connection.activeCount > 0 || this.#isUploading();
      idleRounds = isBusy && !this.#isBlocked() ? 0 : idleRounds + 1;
      return idleRounds > 3;
    }, `${this.name} becomes idle`);
  }

  #isBlocked(): boolean {
    return (
      this.connection.pendingRequests.length > 0 &&
      this.connection.activeCount === this.connection.pendingRequests.length
    );
  }

  #isUploading(): boolean {
    return Object.values(this.app.useUploads.getState()).some(
      (state) => state?.phase === 'waiting' || state?.phase === 'copying' || state?.phase === 'sending',
    );
  }
}
