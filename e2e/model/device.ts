import { vi } from 'vitest';
import { createMemoryPlatform } from '../../apps/mobile/src/platform/adapters/memory/index.ts';
import type { Outbox, OutboxEntry } from '../../apps/mobile/src/platform/outbox/outbox.types.ts';
import { type App, loadApp } from './app.ts';
import { fetchByLine, plugIn } from './browser.ts';
import { killable, type Life } from './killable.ts';
import type { Line } from './line.ts';

/** What a person has seen of a task that waits for them. */
export interface SeenTask {
  readonly taskID: string;
  readonly flowID: string;
  readonly title: string;
  readonly step: string;
  readonly digest: string;
}

const patience = 20_000;

/** Waits for what really happened; turns of the event loop pass meanwhile, and no fixed time. */
export async function until(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const since = performance.now();
  while (!(await isSo())) {
    if (performance.now() - since > patience) throw new Error(`never: ${what}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** A device with the app on it: its outbox, drafts, uploads, session and database are the app's own. */
export class Device {
  readonly name: string;
  readonly line: Line;
  readonly platform;
  /** What was read of the person's work; it stays readable without a line. */
  tasks: readonly SeenTask[] = [];
  flows: readonly { readonly id: string; readonly title: string }[] = [];
  app!: App;
  services!: ReturnType<App['createServices']>;
  outbox: Outbox | null = null;
  #releaseAccount: () => void = () => undefined;
  /** What a planted fault does. */
  afterFlush: () => Promise<void> = async () => undefined;
  afterKill: () => Promise<void> = async () => undefined;
  #life: Life = { alive: false };
  #shown!: typeof this.platform;
  readonly #now: () => number;
  readonly #running = new Set<Promise<unknown>>();

  constructor(name: string, { line, now }: { line: Line; now: () => number }) {
    this.name = name;
    this.line = line;
    this.#now = now;
    this.platform = createMemoryPlatform({ now });
    plugIn(line);
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

  /** Starts the app, which goes on with what the device keeps. */
  async start(): Promise<void> {
    this.#life = { alive: true };
    this.#shown = killable(this.platform, this.#life);
    this.app = await loadApp();
    vi.stubEnv('VITE_API_HOST', this.line.origin);
    this.services = this.app.createServices({
      platform: this.#shown,
      announce: () => undefined,
      fetch: fetchByLine,
    });
    this.app.useSessionStore.subscribe(() => this.#follow());
    await this.run(this.services.session.start());
    await this.goOn();
  }

  /** From the screen that says that the service cannot be reached: with what is kept, or once more. */
  async goOn(): Promise<void> {
    const session = this.app.currentSession();
    if (session.phase !== 'failed') return;
    if (session.stored !== null) this.services.session.continueStored();
    else await this.run(this.services.session.start());
  }

  /** It ends as the system ends it: nothing is told, nothing is finished. */
  async kill(): Promise<void> {
    this.#life.alive = false;
    this.#running.clear();
    this.#releaseAccount();
    this.outbox = null;
    this.line.timeOut();
    await this.afterKill();
  }

  /** As the signed-in part of the app does when it comes and goes. */
  #follow(): void {
    const session = this.app.currentSession();
    if (session.phase === 'signedIn') {
      if (this.outbox === null) this.#open(session.account.aid);
      return;
    }
    this.#releaseAccount();
    this.outbox?.stop();
    this.outbox = null;
    this.app.detachOutbox();
    if (session.phase === 'signedOut' && session.expired === null) this.app.clearScrollPositions();
  }

  #open(accountID: string): void {
    const { app, services } = this;
    const context = this.context(accountID);
    this.#releaseAccount = this.platform.accounts.acquire(accountID);
    app.resetScrollPositionsFor(accountID);
    const sql = () => app.localDatabase(this.#shown);
    const outbox: Outbox = app.createOutbox({
      sql,
      api: services.api,
      accountID,
      versionOf: (tid) => this.#tenants().find(({ id }) => id === tid)?.serviceVersion ?? null,
      isOnline: () => this.platform.network.isOnline(),
      now: this.#now,
      newKey: () => crypto.randomUUID(),
      // One app on a device, with one page.
      runExclusive: (work) => work(),
      sendApplication: ({ draftID }, signal) => app.sendApplication(context, draftID, signal),
      onChange: () => void this.#read(outbox),
    });
    this.outbox = outbox;
    app.attachOutbox(outbox, accountID);
    void this.#read(outbox);
  }

  async #read(outbox: Outbox): Promise<void> {
    const entries = await outbox.list();
    if (this.outbox === outbox) this.app.useOutboxStore.setState({ entries, isRead: true });
  }

  #tenants() {
    const session = this.app.currentSession();
    return 'tenants' in session ? session.tenants : [];
  }

  context(accountID: string) {
    return {
      platform: this.#shown,
      api: this.services.api,
      host: this.line.origin,
      accountID,
      tenants: [],
      token: () => this.services.session.token(),
    };
  }

  entries = async (): Promise<readonly OutboxEntry[]> => (await this.outbox?.list()) ?? [];

  /** Goes on as soon as it is done, or hangs on a line that does not answer. */
  async run(work: Promise<unknown>): Promise<void> {
    let isOver = false;
    const over = work
      .catch(() => undefined)
      .finally(() => {
        isOver = true;
        this.#running.delete(over);
      });
    this.#running.add(over);
    await until(() => isOver || this.#isStuck(), `${this.name} is done`);
    await this.calm();
  }

  /** Everything that goes on by itself has come to its end, or hangs on the line. */
  async calm(): Promise<void> {
    let quiet = 0;
    await until(() => {
      const isMoving = this.#running.size > 0 || this.line.active > 0 || this.#isUploading();
      quiet = isMoving && !this.#isStuck() ? 0 : quiet + 1;
      return quiet > 3;
    }, `${this.name} is calm`);
  }

  #isStuck(): boolean {
    return this.line.held.length > 0 && this.line.active === this.line.held.length;
  }

  #isUploading(): boolean {
    return Object.values(this.app.useUploads.getState()).some(
      (state) => state?.phase === 'waiting' || state?.phase === 'copying' || state?.phase === 'sending',
    );
  }
}
