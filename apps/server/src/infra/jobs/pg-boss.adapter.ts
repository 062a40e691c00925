import { fromKysely, PgBoss } from 'pg-boss';
import type { DatabaseConnection } from '../database/index.ts';
import type { JobQueue, Jobs } from './jobs.port.ts';

export interface JobsOptions {
  connection: Pick<DatabaseConnection, 'pool'>;
  /** Every queue that is sent to or worked at. */
  queues: readonly JobQueue<object>[];
  /** Told of failures of the engine itself and of handlers; the engine goes on. */
  onError: (error: unknown) => void;
}

const day = 86_400;
const queueOptions = {
  // With the back-off below this is several days: long enough for whatever is down to come back.
  retryLimit: 30,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: day / 4,
  retentionSeconds: 365 * day,
  deleteAfterSeconds: 7 * day,
};

/** Jobs in PostgreSQL itself, in a schema of their own, so that they commit and roll back with everything else. */
export async function startJobs({ connection, queues, onError }: JobsOptions): Promise<Jobs> {
  const { pool } = connection;
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schedule: false,
  });
  boss.on('error', onError);
  await boss.start();
  for (const queue of queues) {
    await boss.createQueue(queue.name, queueOptions);
    // Fills the engine's cache of the queue. Filled inside a transaction it would ask for a second connection while holding
    // one, and enough such transactions at once would wait for each other.
    await boss.insert(queue.name, []);
  }
  return {
    async send(transaction, queue, jobs) {
      if (jobs.length === 0) return;
      const rows = jobs.map(({ data, after }) => (after ? { data, startAfter: after } : { data }));
      await boss.insert(queue.name, rows, { db: fromKysely(transaction) });
    },
    async work<Data extends object>(queue: JobQueue<Data>, handler: (data: Data) => Promise<void>) {
      await boss.work<Data>(queue.name, { pollingIntervalSeconds: 1 }, async (batch) => {
        try {
          for (const job of batch) await handler(job.data);
        } catch (error) {
          onError(error);
          throw error;
        }
      });
    },
    stop: () => boss.stop({ close: false }),
  };
}
