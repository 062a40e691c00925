import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../../infra/clock/clock.port.ts';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import { type CheckpointParts, writeCheckpoints } from './checkpoints.usecases.ts';
import { createLeadership } from './leadership.adapter.ts';
import { linkingDelay, linkPending } from './linking.usecases.ts';
import { flushRefusals, recordRefusals } from './refusals.usecases.ts';

export interface AuditWork {
  readonly db: DatabaseHandle;
  /** Where a connection of one's own stays one: the lock of who leads is the connection's. */
  readonly databaseUrl: string;
  readonly clock: Clock;
  readonly checkpoints: CheckpointParts;
  /** Longest time that what is new in a chain goes unsigned. */
  readonly checkpointSeconds: number;
  /** Told once each time that the chains fall behind, with how many seconds. */
  readonly onDelay: (seconds: number) => void;
  readonly onError: (error: unknown) => void;
  /** How often it is looked how far the chains are behind. */
  readonly lookMs?: number;
}

/** How long the chains' leader sleeps at most, and how long a node that is not waits before it tries to become it. */
const pace = 250;
/** The same after a failure: while the database is away it is not asked all the time. */
const patience = 2000;
const flushEvery = 5000;
const lookEvery = 10_000;

/** Behind by this many seconds, somebody ought to look which transaction runs for so long. */
const worrying = 10;

/**
 * This node's share of keeping the chains: its counted refusals, and, while it leads, linking what was recorded on any node
 * and signing how far that is.
 *
 * @returns what ends it.
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

/** Does it when so much time has gone by since it was last done, and not at the first look. */
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
    // Whoever leads may be stopped, or gone behind a pooler that keeps its lock. Any node may link.
    if (seconds > worrying && (await linkPending(db)) > 0) ({ seconds } = await linkingDelay(db));
    if (seconds > worrying && !isBehind) onDelay(seconds);
    isBehind = seconds > worrying;
  };
}
