import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../../infra/clock/clock.port.ts';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import { type CheckpointParts, writeCheckpoints } from './checkpoints.usecases.ts';
import { createLeadership } from './leadership.adapter.ts';
import { linkingDelay, linkPending } from './linking.usecases.ts';
import { flushRefusals, recordRefusals } from './refusals.usecases.ts';

export interface AuditWork {
  readonly db: DatabaseHandle;
  /** Must not be a transaction pooler: the leader's lock belongs to a session of the database. */
  readonly databaseUrl: string;
  readonly clock: Clock;
  readonly checkpoints: CheckpointParts;
  /** Maximum time that new links stay unsigned. */
  readonly checkpointSeconds: number;
  /** Called once each time that the chains fall behind, with the lag in seconds. */
  readonly onDelay: (seconds: number) => void;
  readonly onError: (error: unknown) => void;
  /** Interval of the check how far the chains are behind. */
  readonly lookMs?: number;
}

/** Maximum sleep of the leader between runs, and interval between attempts of other nodes to become leader. */
const pace = 250;
/** The same after a failure, so that an unavailable database is not polled all the time. */
const patience = 2000;
const flushEvery = 5000;
const lookEvery = 10_000;

/** Lag at which an operator should look for a long-running transaction. */
const worrying = 10;

/**
 * Starts this node's part of maintaining the audit chains. It flushes the counted refusals, and as leader it links
 * the records of all nodes and signs checkpoints.
 *
 * @returns a function that stops it.
 */
export function keepChains(work: AuditWork): () => Promise<void> {
  const stopping = new AbortController();
  const ended = run(work, stopping.signal);
  return async () => {
    stopping.abort();
    await ended;
    await flushRefusals(work.db).catch(work.onError);
  };
}

async function run(work: AuditWork, stopped: AbortSignal): Promise<void> {
  const leadership = createLeadership(work.databaseUrl);
  const steps = [
    every(flushEvery, () => flushRefusals(work.db)),
    every(0, async () => {
      if (await leadership.hasWork()) await linkPending(work.db);
    }),
    every(flushEvery, async () => {
      if (leadership.isHeld) await recordRefusals(work.db, work.clock());
    }),
    every(work.checkpointSeconds * 1000, async () => {
      if (leadership.isHeld) await writeCheckpoints(work.checkpoints);
    }),
    every(work.lookMs ?? lookEvery, watchDelay(work)),
  ];
  while (!stopped.aborted) {
    let next = pace;
    for (const step of steps) {
      await step().catch((error: unknown) => {
        next = patience;
        work.onError(error);
      });
    }
    await wait(next, undefined, { signal: stopped }).catch(() => {});
  }
  await leadership.end();
}

/** Runs the step if the interval has passed since its last run; the first run waits for the interval too. */
function every(milliseconds: number, step: () => Promise<unknown>): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < milliseconds) return;
    last = performance.now();
    await step();
  };
}

function watchDelay({ db, onDelay }: AuditWork): () => Promise<void> {
  let isBehind = false;
  return async () => {
    let { seconds } = await linkingDelay(db);
    // The leader may be suspended, or lost behind a pooler that holds its lock. Any node may link.
    if (seconds > worrying && (await linkPending(db)) > 0) ({ seconds } = await linkingDelay(db));
    if (seconds > worrying && !isBehind) onDelay(seconds);
    isBehind = seconds > worrying;
  };
}
