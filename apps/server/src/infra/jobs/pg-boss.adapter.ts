import { type Clock, fromKysely, PgBoss } from 'pg-boss';
import type { DatabaseConnection } from '../database/index.ts';
import { runBatchWorker } from './batch-worker.util.ts';
import { insertBatchedJobs } from './batched-jobs.repository.ts';
import type { JobQueue, Jobs } from './jobs.port.ts';
import { runWorkerSlots } from './worker-slots.util.ts';

export interface JobsOptions {
  connection: Pick<DatabaseConnection, 'pool' | 'handle'>;
  /** All queues; each is created or updated at start. */
  queues: readonly JobQueue<object>[];
  /** Called for failures of pg-boss itself and of handlers; neither stops the engine. */
  onError: (error: unknown) => void;
}

const hourSeconds = 3600;
const daySeconds = 24 * hourSeconds;
const queueOptions = {
  // Without heartbeats of a crashed worker its jobs go to other workers soon, however long a job may take.
  heartbeatSeconds: 10,
  expireInSeconds: 12 * hourSeconds,
  // With the back-off below, 30 attempts take several days: long enough for an outage of a dependency.
  retryLimit: 30,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: daySeconds / 4,
  retentionSeconds: 365 * daySeconds,
  deleteAfterSeconds: hourSeconds,
};
/** Interval at which pg-boss looks for jobs of crashed workers. */
const supervisionIntervalSeconds = 5;

/** Creates the tables of pg-boss if they are missing, without starting a worker. */
export async function prepareJobs({ pool }: Pick<DatabaseConnection, 'pool'>): Promise<void> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schedule: false,
    supervise: false,
  });
  await boss.start();
  await boss.stop({ close: false });
}

/** Starts the job queue. Jobs are in a separate schema of the same database, so that they commit with other data. */
export async function startJobs({ connection, queues, onError }: JobsOptions): Promise<Jobs> {
  const { pool, handle: db } = connection;
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    clock: monotonicClock,
    schedule: false,
    superviseIntervalSeconds: supervisionIntervalSeconds,
    monitorIntervalSeconds: supervisionIntervalSeconds,
  });
  boss.on('error', onError);
  await boss.start();
  for (const queue of queues) {
    await boss.createQueue(queue.name, queueOptions);
    // An existing queue still has the options of the release that created it.
    await boss.updateQueue(queue.name, queueOptions);
    // Fills the queue cache of pg-boss. Inside a transaction this would take a second connection while the first is in use,
    // and enough such transactions at once would deadlock the pool.
    await boss.insert(queue.name, []);
  }
  const stopWorkers: (() => Promise<void>)[] = [];
  let drained: Promise<unknown> | undefined;
  let isPaused = false;
  const drain = async () => {
    drained ??= Promise.all(stopWorkers.map((stopWorker) => stopWorker()));
    await drained;
  };
  return {
    async send(transaction, queue, jobs) {
      if (jobs.length === 0) return;
      if (queue.isBatched) {
        const all = jobs.map(({ data }) => data);
        if (await insertBatchedJobs(transaction, { queue, jobs: all })) return;
      }
      const rows = jobs.map(({ data, after }) => (after ? { data, startAfter: after } : { data }));
      await boss.insert(queue.name, rows, { db: fromKysely(transaction) });
    },
    async work(queue, handle, { maxConcurrentJobs: slots = 1 } = {}) {
      stopWorkers.push(
        runWorkerSlots({ boss, queue: queue.name, slots, handle, onError, isPaused: () => isPaused }),
      );
    },
    async workInBatches(queue, handle, { maxConcurrentJobs: batchSize }) {
      stopWorkers.push(
        runBatchWorker({ db, boss, queue, batchSize, handle, onError, isPaused: () => isPaused }),
      );
    },
    async setPaused(paused) {
      isPaused = paused;
    },
    drain,
    async stop() {
      await drain();
      await boss.stop({ close: false, timeout: 1000 });
    },
  };
}

/**
 * Monotonic clock for the timers of pg-boss. With its default clock, workers and the supervision of crashed workers pause for as
 * long as the clock of the machine was set back.
 */
const monotonicClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  setTimeout: (work, ms) => setTimeout(work, ms),
  clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
  setInterval: (work, ms) => setInterval(work, ms),
  clearInterval: (timer) => clearInterval(timer as NodeJS.Timeout),
};
