import type { Api } from '../api/index.ts';
import { ApiError } from '../api/index.ts';
import { isInterrupted, retryInterrupted } from '../database/retry-interrupted.ts';
import type { SqlPort } from '../ports/sql.port.ts';
import { createDirectOutbox } from './direct-outbox.usecases.ts';
import type { Lead } from './lead.adapter.ts';
import { outboxOf } from './outbox.repository.ts';
import { failureOf, isAboutDecision, isFinal } from './outbox.rules.ts';
import type { NewDecision, Outbox, OutboxEntry, Outcome, Refusal, SendApplication } from './outbox.types.ts';
import { sendDecisions, wasOwnDoing } from './outbox-request.adapter.ts';

export type OutboxDeps = {
  readonly sql: () => Promise<SqlPort>;
  readonly api: Api;
  readonly accountID: string;
  /** The protocol version of a tenant's service; null for a tenant that the user has left. */
  readonly versionOf: (tid: string) => string | null;
  readonly isOnline: () => boolean;
  readonly now: () => number;
  readonly newKey: () => string;
  readonly lead: Lead;
  readonly sendApplication: SendApplication;
  /** Called after every change of the pending decisions, with the tenants whose decisions were sent. */
  readonly onChange: (sentTo: readonly string[]) => void;
};

/**
 * The refusal of decisions in a tenant that the user has left: the service would only hide the objects they concern.
 */
const left: Refusal = { code: 'login.tenant_access_denied', params: {} };

/**
 * An outbox of decisions. Each is stored with its key before it is sent, and deleted only once the service has
 * answered: after a lost response, a killed tab or in a second tab the same request is repeated, and the service
 * applies it once.
 */
export function createOutbox(deps: OutboxDeps): Outbox {
  const { api, accountID, versionOf, isOnline, lead, sendApplication, onChange } = deps;
  const ended = new AbortController();
  const direct = createDirectOutbox({ api, versionOf, sendApplication }, deps.newKey);
  const rows = async () => outboxOf(await deps.sql(), accountID);
  const inOne = async <T>(work: (outbox: ReturnType<typeof outboxOf>) => Promise<T>): Promise<T> =>
    (await deps.sql()).transaction((tx) => work(outboxOf(tx, accountID)));

  async function settle(entry: OutboxEntry, outcome: Outcome | undefined): Promise<void> {
    const outbox = await rows();
    if (outcome?.state === 'sent') await outbox.remove(entry.seq);
    else if (outcome?.state === 'refused') {
      const { refusal } = outcome;
      const isOwn = await isOwnDoing(entry, refusal);
      if (isOwn === true) await outbox.remove(entry.seq);
      else {
        const mayStand = entry.tried && (isOwn === null || !isAboutDecision(refusal));
        await outbox.refuse(entry.seq, mayStand ? { ...refusal, mayStand } : refusal);
      }
    }
  }

  /**
   * Null if the service will never answer.
   * @throws if it cannot be asked now.
   */
  async function isOwnDoing(entry: OutboxEntry, { code }: Refusal): Promise<boolean | null> {
    const isOver = code === 'work.task_state_error' || code === 'work.flow_state_error';
    if (!entry.tried || !isOver) return false;
    try {
      return await wasOwnDoing(api, entry, ended.signal);
    } catch (error) {
      if (isFinal(error)) return null;
      throw error;
    }
  }

  /** @returns whether the next request may follow. */
  async function settleAll(
    entries: readonly OutboxEntry[],
    outcomeOf: (entry: OutboxEntry) => Outcome | undefined,
    held: Set<string>,
  ): Promise<boolean> {
    let goesOn = true;
    for (const entry of entries) {
      try {
        await settle(entry, outcomeOf(entry));
      } catch (error) {
        // The outcome is not known yet: the entry stays, and is asked for again.
        held.add(entry.subject);
        goesOn &&= failureOf(error) === 'later';
      }
    }
    return goesOn;
  }

  /**
   * Sends one request.
   * @returns whether the next may follow.
   */
  async function sendNext(entries: readonly OutboxEntry[], held: Set<string>): Promise<boolean> {
    const [first] = entries;
    const serviceVersion = first === undefined ? null : versionOf(first.tid);
    if (serviceVersion === null) {
      return settleAll(entries, ({ seq }) => ({ state: 'refused', refusal: left, seq }), held);
    }
    try {
      const { signal } = ended;
      const outcomes = await sendDecisions(api, entries, { serviceVersion, signal, sendApplication });
      for (const entry of entries) {
        if (!outcomes.has(entry.seq)) held.add(entry.subject);
        // Only its files are being uploaded: it can still be withdrawn unseen.
        if (!outcomes.has(entry.seq) && entry.action === 'submit' && !entry.tried)
          await (await rows()).untry([entry.seq]);
      }
      return await settleAll(entries, ({ seq }) => outcomes.get(seq), held);
    } catch (error) {
      return afterFailure(entries, error, held);
    }
  }

  async function afterFailure(
    entries: readonly OutboxEntry[],
    error: unknown,
    held: Set<string>,
  ): Promise<boolean> {
    const failure = failureOf(error);
    if (failure === 'refused' && error instanceof ApiError) {
      const { code, params } = error;
      return settleAll(entries, ({ seq }) => ({ state: 'refused', refusal: { code, params }, seq }), held);
    }
    for (const { subject } of entries) held.add(subject);
    const fresh = entries.filter(({ tried }) => !tried);
    if (failure === 'halt' && fresh.length > 0) await (await rows()).untry(fresh.map(({ seq }) => seq));
    return failure === 'later';
  }

  async function sendAll(): Promise<void> {
    const held = new Set<string>();
    while (isOnline() && !ended.signal.aborted) {
      const entries = await inOne((outbox) => outbox.take(held));
      if (entries.length === 0) return;
      onChange([]);
      const goesOn = await sendNext(entries, held);
      onChange(entries.map(({ tid }) => tid));
      if (!goesOn) return;
    }
  }

  let current: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  function flush(): Promise<void> {
    next ??= current
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        current = ended.signal.aborted ? Promise.resolve() : lead(sendAll);
        return current;
      });
    return next;
  }

  return {
    keepsWaiting: true,
    async submit(decisions: readonly NewDecision[], onKept?: () => void): Promise<readonly Outcome[]> {
      const made = { requestKey: deps.newKey(), createAt: deps.now() };
      const add = () =>
        inOne(async (outbox) => {
          const taken: (number | null)[] = [];
          for (const decision of decisions) taken.push(await outbox.add(decision, made));
          return taken;
        });
      // A decision that is already stored is not inserted again. Sent directly as well, it would have two keys.
      const seqs = await retryInterrupted(add).catch((error: unknown) => {
        if (isInterrupted(error)) throw error;
        return null;
      });
      // Without room to store a decision, it is sent at once, or not at all.
      if (seqs === null) return direct.submit(decisions);
      onKept?.();
      onChange([]);
      await flush();
      const left = await (await rows()).find(seqs.filter((seq) => seq !== null));
      const entries = new Map(left.map((entry) => [entry.seq, entry]));
      return seqs.map((seq) => outcomeOf(seq === null ? undefined : entries.get(seq), seq === null));
    },
    flush,
    list: async () => (await rows()).list(),
    async withdraw(seq: number, evenTried = false): Promise<boolean> {
      const done = await (await rows()).withdraw(seq, evenTried);
      onChange([]);
      return done;
    },
    async dismiss(seq: number): Promise<void> {
      await (await rows()).remove(seq);
      onChange([]);
    },
    end: () => {
      ended.abort();
      direct.end();
    },
  };
}

/** A missing entry was applied; a decision that was not inserted has a pending one before it. */
function outcomeOf(entry: OutboxEntry | undefined, isDouble: boolean): Outcome {
  if (isDouble) return { state: 'waiting' };
  if (entry === undefined) return { state: 'sent' };
  if (entry.refusal !== null) return { state: 'refused', refusal: entry.refusal, seq: entry.seq };
  return { state: 'waiting' };
}
