import { fromKysely, type JobResult, PgBoss } from 'pg-boss';
import type { DatabaseConnection } from '../database/index.ts';
import type { JobQueue, Jobs } from './jobs.port.ts';
import { fillPlaces } from './places.adapter.ts';
import { steadyClock } from './steady-clock.adapter.ts';

export interface JobsOptions {
  connection: Pick<DatabaseConnection, 'pool'>;
  /** Every queue that is sent to or worked at. */
  queues: readonly JobQueue<object>[];
  /** Told of failures of the engine itself and of handlers; the engine goes on. */
  onError: (error: unknown) => void;
}

const hour = 3600;
const day = 24 * hour;
const queueOptions = {
  // A worker that dies stops saying that it lives: its jobs go to others soon after, however long a job may take.
  heartbeatSeconds: 10,
  expireInSeconds: 12 * hour,
  // With the back-off below this is several days: long enough for whatever is down to come back.
  retryLimit: 30,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: day / 4,
  retentionSeconds: 365 * day,
  deleteAfterSeconds: hour,
};
/** How often the engine looks for jobs whose worker died. */
const watchSeconds = 5;

/** Makes the engine's own tables where they are missing; nothing works at them yet. */
export async function prepareJobs({ pool }: Pick<DatabaseConnection, 'pool'>): Promise<void> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schedule: false,
    supervise: false,
  });
  await boss.start();
  await boss.stop({ close: false });
}

/** Jobs in PostgreSQL itself, in a schema of their own, so that they commit and roll back with everything else. */
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
    // One that a release before made has the options of that release.
    await boss.updateQueue(queue.name, queueOptions);
    // Fills the engine's cache of the queue. Filled inside a transaction it would ask for a second connection while holding
    // one, and enough such transactions at once would wait for each other.
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
