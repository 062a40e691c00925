import { fromKysely, type JobResult, PgBoss } from 'pg-boss';
import type { DatabaseConnection } from '../database/index.ts';
import type { JobQueue, Jobs } from './jobs.port.ts';
import { fillPlaces } from './places.adapter.ts';
import { steadyClock } from './steady-clock.adapter.ts';

export interface JobsOptions {
  connection: Pick<DatabaseConnection, 'pool'>;
  /** All queues; each is created or updated at start. */
  queues: readonly JobQueue<object>[];
  /** Called for failures of pg-boss itself and of handlers; neither stops the engine. */
  onError: (error: unknown) => void;
}

const hour = 3600;
const day = 24 * hour;
const queueOptions = {
  // Without heartbeats of a crashed worker its jobs go to other workers soon, however long a job may take.
  heartbeatSeconds: 10,
  expireInSeconds: 12 * hour,
  // With the back-off below, 30 attempts take several days: long enough for an outage of a dependency.
  retryLimit: 30,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: day / 4,
  retentionSeconds: 365 * day,
  deleteAfterSeconds: hour,
};
/** Interval at which pg-boss looks for jobs of crashed workers. */
const watchSeconds = 5;

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
  const { pool } = connection;
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    clock: steadyClock,
    schedule: false,
    superviseIntervalSeconds: watchSeconds,
    monitorIntervalSeconds: watchSeconds,
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
  const ends: (() => Promise<void>)[] = [];
  let left: Promise<unknown> | undefined;
  const leave = async () => {
    left ??= Promise.all(ends.map((end) => end()));
    await left;
  };
  return {
    async send(transaction, queue, jobs) {
      if (jobs.length === 0) return;
      const rows = jobs.map(({ data, after }) => (after ? { data, startAfter: after } : { data }));
      await boss.insert(queue.name, rows, { db: fromKysely(transaction) });
    },
    async work(queue, handle, { atOnce: places = 1 } = {}) {
      ends.push(fillPlaces({ boss, queue: queue.name, places, handle, onError }));
    },
    workTogether: (queue, handler, { atOnce }) =>
      workTogetherOn(boss, { queue, atOnce }, async (batch) => {
        const alone = () =>
          Promise.all(batch.map((job) => resultOf(job, () => handler([job.data]), onError)));
        if (batch.length === 1) return alone();
        return handler(batch.map(({ data }) => data)).then(
          () => batch.map(({ id }) => ({ id, status: 'completed' }) as const),
          alone,
        );
      }),
    leave,
    async stop() {
      await leave();
      await boss.stop({ close: false, timeout: 1000 });
    },
  };
}

interface FetchedJob<Data> {
  readonly id: string;
  readonly data: Data;
}

async function workTogetherOn<Data extends object>(
  boss: PgBoss,
  { queue, atOnce }: { queue: JobQueue<Data>; atOnce: number },
  handle: (batch: readonly FetchedJob<Data>[]) => Promise<JobResult[]>,
): Promise<void> {
  const options = {
    pollingIntervalSeconds: 1,
    batchSize: atOnce,
    burstWhenBatchFull: atOnce > 1,
    perJobResults: true,
  } as const;
  await boss.work<Data, unknown, typeof options>(queue.name, options, handle);
}

async function resultOf(
  { id }: FetchedJob<unknown>,
  work: () => Promise<void>,
  onError: (error: unknown) => void,
): Promise<JobResult> {
  try {
    await work();
    return { id, status: 'completed' };
  } catch (error) {
    onError(error);
    return { id, status: 'failed', output: { error: error instanceof Error ? error.name : 'unknown' } };
  }
}
