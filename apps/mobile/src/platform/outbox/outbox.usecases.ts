import type { Api } from '../api/index.ts';
import { ApiError } from '../api/index.ts';
import { isInterrupted, retryInterrupted } from '../database/retry-interrupted.util.ts';
import type { SqlPort } from '../ports/sql.port.ts';
import { createDirectOutbox } from './direct-outbox.usecases.ts';
import type { RunExclusive } from './leader-election.util.ts';
import { outboxOf } from './outbox.repository.ts';
import { failureOf, isAboutDecision, isFinal } from './outbox.rules.ts';
import type {
  NewDecision,
  Outbox,
  OutboxEntry,
  Outcome,
  Refusal,
  SendApplication,
  SettledDecision,
} from './outbox.types.ts';
import { sendDecisions, wasAlreadyApplied } from './outbox-request.client.ts';

export type OutboxDeps = {
  readonly sql: () => Promise<SqlPort>;
  readonly api: Api;
  readonly accountID: string;
  /** The protocol version of a tenant's service; null for a tenant that the user has left. */
  readonly versionOf: (tid: string) => string | null;
  readonly isOnline: () => boolean;
  readonly now: () => number;
  readonly newKey: () => string;
  readonly runExclusive: RunExclusive;
  readonly sendApplication: SendApplication;
  /** Called after every change of the pending decisions, with those that were sent or refused. */
  readonly onChange: (settled: readonly SettledDecision[]) => void;
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
  const { api, accountID, versionOf, isOnline, runExclusive, sendApplication, onChange } = deps;
  const controller = new AbortController();
  const direct = createDirectOutbox({ api, versionOf, sendApplication }, deps.newKey);
  const rows = async () => outboxOf(await deps.sql(), accountID);
  const inTransaction = async <T>(work: (outbox: ReturnType<typeof outboxOf>) => Promise<T>): Promise<T> =>
    (await deps.sql()).transaction((tx) => work(outboxOf(tx, accountID)));

  async function settle(entry: OutboxEntry, outcome: Outcome | undefined): Promise<void> {
    const outbox = await rows();
    if (outcome?.state === 'sent') await outbox.remove(entry.seq);
    else if (outcome?.state === 'refused') {
      const { refusal } = outcome;
      const wasApplied = await wasAppliedEarlier(entry, refusal);
      if (wasApplied === true) await outbox.remove(entry.seq);
      else {
        const mayStand = entry.tried && (wasApplied === null || !isAboutDecision(refusal));
        await outbox.markRefused(entry.seq, mayStand ? { ...refusal, mayStand } : refusal);
      }
    }
  }

  /**
   * Null if the service will never answer.
   * @throws if it cannot be asked now.
   */
  async function wasAppliedEarlier(entry: OutboxEntry, { code }: Refusal): Promise<boolean | null> {
    const isOver = code === 'work.task_state_error' || code === 'work.flow_state_error';
    if (!entry.tried || !isOver) return false;
    try {
      return await wasAlreadyApplied(api, entry, controller.signal);
    } catch (error) {
      if (isFinal(error)) return null;
      throw error;
    }
  }

  /** @returns whether the next request may follow. */
  async function settleAll(
    entries: readonly OutboxEntry[],
    outcomeOf: (entry: OutboxEntry) => Outcome | undefined,
    heldSubjects: Set<string>,
  ): Promise<boolean> {
    let canContinue = true;
    for (const entry of entries) {
      try {
        await settle(entry, outcomeOf(entry));
      } catch (error) {
        // The outcome is not known yet: the entry stays, and is asked for again.
        heldSubjects.add(entry.subject);
        canContinue &&= failureOf(error) === 'later';
      }
    }
    return canContinue;
  }

  /**
   * Sends one request.
   * @returns whether the next may follow.
   */
  async function sendNext(entries: readonly OutboxEntry[], heldSubjects: Set<string>): Promise<boolean> {
    const [first] = entries;
    const serviceVersion = first === undefined ? null : versionOf(first.tid);
    if (serviceVersion === null) {
      return settleAll(entries, ({ seq }) => ({ state: 'refused', refusal: left, seq }), heldSubjects);
    }
    try {
      const { signal } = controller;
      const outcomes = await sendDecisions(api, entries, { serviceVersion, signal, sendApplication });
      for (const entry of entries) {
        if (!outcomes.has(entry.seq)) heldSubjects.add(entry.subject);
        // Only its files are being uploaded: it can still be withdrawn unseen.
        if (!outcomes.has(entry.seq) && entry.action === 'submit' && !entry.tried)
          await (await rows()).markUntried([entry.seq]);
      }
      return await settleAll(entries, ({ seq }) => outcomes.get(seq), heldSubjects);
    } catch (error) {
      return afterFailure(entries, error, heldSubjects);
    }
  }

  async function afterFailure(
    entries: readonly OutboxEntry[],
    error: unknown,
    heldSubjects: Set<string>,
  ): Promise<boolean> {
    const failure = failureOf(error);
    if (failure === 'refused' && error instanceof ApiError) {
      const { code, params } = error;
      return settleAll(
        entries,
        ({ seq }) => ({ state: 'refused', refusal: { code, params }, seq }),
        heldSubjects,
      );
    }
    for (const { subject } of entries) heldSubjects.add(subject);
    const fresh = entries.filter(({ tried }) => !tried);
    if (failure === 'halt' && fresh.length > 0) await (await rows()).markUntried(fresh.map(({ seq }) => seq));
    return failure === 'later';
  }

  async function sendAll(): Promise<void> {
    const heldSubjects = new Set<string>();
    while (isOnline() && !controller.signal.aborted) {
      const entries = await inTransaction((outbox) => outbox.claimNext(heldSubjects, deps.now()));
      if (entries.length === 0) return;
      onChange([]);
      const canContinue = await sendNext(entries, heldSubjects);
      onChange(entries.map(({ tid, flowID, subject }) => ({ tid, flowID, subject })));
      if (!canContinue) return;
    }
  }

  let current: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  function flush(): Promise<void> {
    next ??= current
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        current = controller.signal.aborted ? Promise.resolve() : runExclusive(sendAll);
        return current;
      });
    return next;
  }

  return {
    isPersistent: true,
    async submit(decisions: readonly NewDecision[], onStored?: () => void): Promise<readonly Outcome[]> {
      const metadata = { requestKey: deps.newKey(), createAt: deps.now() };
      const add = async () => (await rows()).insert(decisions, metadata);
      // A decision that is already stored is not inserted again. Sent directly as well, it would have two keys.
      const seqs = await retryInterrupted(add).catch((error: unknown) => {
        if (isInterrupted(error)) throw error;
        return null;
      });
      // Without room to store a decision, it is sent at once, or not at all.
      if (seqs === null) return direct.submit(decisions);
      onStored?.();
      onChange([]);
      // A decision that can be undone waits for its time.
      if (decisions.every(({ notBefore }) => notBefore !== undefined))
        return decisions.map(() => ({ state: 'waiting' }));
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
    stop: () => {
      controller.abort();
      direct.stop();
    },
  };
}

/** A missing entry was applied; a decision that was not inserted has a pending one before it. */
function outcomeOf(entry: OutboxEntry | undefined, isDuplicate: boolean): Outcome {
  if (isDuplicate) return { state: 'waiting' };
  if (entry === undefined) return { state: 'sent' };
  if (entry.refusal !== null) return { state: 'refused', refusal: entry.refusal, seq: entry.seq };
  return { state: 'waiting' };
}
