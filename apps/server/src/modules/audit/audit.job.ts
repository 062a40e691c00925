import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../../infra/clock/clock.port.ts';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import { type CheckpointServices, writeCheckpoints } from './checkpoints.usecases.ts';
import { createLeaderElection } from './leader-election.client.ts';
import { linkPending, measureLinkingLag, noteLinked } from './linking.usecases.ts';
import { flushRefusals, recordRefusals } from './refusals.usecases.ts';

export interface AuditJobOptions {
  readonly db: DatabaseHandle;
  /** Must not be a transaction pooler: the leader's lock belongs to a session of the database. */
  readonly databaseUrl: string;
  readonly clock: Clock;
  readonly checkpoints: CheckpointServices;
  /** Maximum time that new links stay unsigned. */
  readonly checkpointSeconds: number;
  /** Called once each time that the chains fall behind, with the lag in seconds. */
  readonly onLag: (seconds: number) => void;
  readonly onError: (error: unknown) => void;
  /** Interval of the check how far the chains are behind. */
  readonly lagCheckIntervalMs?: number;
}

/** Maximum sleep of the leader between runs, and interval between attempts of other nodes to become leader. */
const pollIntervalMs = 250;
/** The same after a failure, so that an unavailable database is not polled all the time. */
const retryDelayMs = 2000;
const flushIntervalMs = 5000;
const linkedIntervalMs = 600_000;
const defaultLagCheckIntervalMs = 10_000;

/** Lag at which an operator should look for a long-running transaction. */
const lagWarningSeconds = 10;

/**
 * Starts this node's part of maintaining the audit chains. It flushes the counted refusals, and as leader it links
 * the records of all nodes and signs checkpoints.
 *
 * @returns a function that stops it.
 */
export function startAuditJob(options: AuditJobOptions): () => Promise<void> {
  const stopping = new AbortController();
  const ended = run(options, stopping.signal);
  return async () => {
    stopping.abort();
    await ended;
    await flushRefusals(options.db).catch(options.onError);
  };
}

async function run(options: AuditJobOptions, stopped: AbortSignal): Promise<void> {
  const leadership = createLeaderElection(options.databaseUrl);
  const steps = [
    runEvery(flushIntervalMs, () => flushRefusals(options.db)),
    runEvery(0, async () => {
      if (await leadership.tryLeadAndCheckPending()) await linkPending(options.db);
    }),
    runEvery(flushIntervalMs, async () => {
      if (leadership.isLeader) await recordRefusals(options.db, options.clock());
    }),
    runEvery(linkedIntervalMs, async () => {
      if (leadership.isLeader) await noteLinked(options.db);
    }),
    runEvery(options.checkpointSeconds * 1000, async () => {
      if (leadership.isLeader) await writeCheckpoints(options.checkpoints);
    }),
    runEvery(options.lagCheckIntervalMs ?? defaultLagCheckIntervalMs, createLagWatch(options)),
  ];
  while (!stopped.aborted) {
    let delayMs = pollIntervalMs;
    for (const step of steps) {
      await step().catch((error: unknown) => {
        delayMs = retryDelayMs;
        options.onError(error);
      });
    }
    await wait(delayMs, undefined, { signal: stopped }).catch(() => {});
  }
  await leadership.close();
}

/** Runs the step if the interval has passed since its last run; the first run waits for the interval too. */
function runEvery(intervalMs: number, step: () => Promise<unknown>): () => Promise<void> {
  let lastRunAt = performance.now();
  return async () => {
    if (performance.now() - lastRunAt < intervalMs) return;
    lastRunAt = performance.now();
    await step();
  };
}

function createLagWatch({ db, onLag }: AuditJobOptions): () => Promise<void> {
  let isBehind = false;
  return async () => {
    let { seconds } = await measureLinkingLag(db);
    // The leader may be suspended, or lost behind a pooler that holds its lock. Any node may link.
    if (seconds > lagWarningSeconds && (await linkPending(db)) > 0)
      ({ seconds } = await measureLinkingLag(db));
    if (seconds > lagWarningSeconds && !isBehind) onLag(seconds);
    isBehind = seconds > lagWarningSeconds;
  };
}
