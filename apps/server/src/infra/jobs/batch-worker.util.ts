import { sql } from 'kysely';
import { fromKysely, type PgBoss } from 'pg-boss';
import type { DatabaseHandle, DatabaseTransaction } from '../database/index.ts';
import { deleteBatchedJobs } from './batched-jobs.repository.ts';
import type { JobBatch, JobQueue } from './jobs.port.ts';
import { failureOutput } from './worker-slots.util.ts';

export interface BatchWorkerOptions<Data extends object> {
  readonly db: DatabaseHandle;
  readonly boss: PgBoss;
  readonly queue: JobQueue<Data>;
  /** Maximum number of jobs in a batch. */
  readonly batchSize: number;
  readonly handle: (batch: JobBatch<Data>, transaction: DatabaseTransaction) => Promise<void>;
  readonly onError: (error: unknown) => void;
  /** Whether no further jobs are fetched; the running batch ends. */
  readonly isPaused: () => boolean;
}

/** Interval between two fetches from an empty queue. */
const pollIntervalMs = 1000;
/** Time for the running batch to end at a shutdown. */
const shutdownGraceMs = 1000;

/**
 * Handles the jobs of a queue in batches. The transaction of a batch deletes its jobs, so that no states are written between the
 * insert and the end of a job. The row locks exclude other nodes, and the end of a crashed node's connection releases them.
 * @returns the function that stops it. A batch that does not end within `shutdownGraceMs` is left to its transaction.
 */
export function runBatchWorker<Data extends object>(options: BatchWorkerOptions<Data>): () => Promise<void> {
  const { batchSize, onError, isPaused } = options;
  const stopping = new AbortController();
  let wake = () => {};
  const waitForWork = () =>
    new Promise<void>((resolve) => {
      if (stopping.signal.aborted) return resolve();
      const timer = setTimeout(resolve, pollIntervalMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const loop = async () => {
    while (!stopping.signal.aborted) {
      const count = isPaused() ? 0 : await runBatch(options, stopping.signal).catch(reportError);
      if (count < batchSize) await waitForWork();
    }
  };
  const reportError = (error: unknown): number => {
    onError(error);
    return 0;
  };
  const loopDone = loop();
  return async () => {
    stopping.abort();
    wake();
    const timeout = new Promise((resolve) => setTimeout(resolve, shutdownGraceMs).unref());
    await Promise.race([loopDone, timeout]);
  };
}

/** @returns the number of jobs that were taken. */
async function runBatch<Data extends object>(
  options: BatchWorkerOptions<Data>,
  stopped: AbortSignal,
): Promise<number> {
  const { db, queue, batchSize, handle } = options;
  let count = 0;
  try {
    await db.transaction().execute(async (transaction) => {
      const batch = await takeJobs<Data>(transaction, { queue, limit: batchSize });
      count = batch.jobs.length;
      if (count > 0) await handle(batch, transaction);
    });
  } catch (error) {
    if (count === 0) throw error;
    // The jobs are back in the queue, and their own attempts report what is wrong.
    await moveToPgBoss(options, count);
    await runJobsIndividually(options, count, stopped);
  }
  return count;
}

async function takeJobs<Data extends object>(
  transaction: DatabaseTransaction,
  { queue, limit }: { queue: JobQueue<Data>; limit: number },
): Promise<JobBatch<Data>> {
  const unattempted = await deleteBatchedJobs(transaction, { queue, limit });
  if (unattempted.length === limit) return { jobs: unattempted, isRepeated: false };
  const { jobs, isRepeated } = await deleteDueJobs<Data>(transaction, {
    queue: queue.name,
    limit: limit - unattempted.length,
  });
  return { jobs: [...jobs, ...unattempted], isRepeated };
}

/** Moves the next jobs to pg-boss, which counts their attempts. */
async function moveToPgBoss<Data extends object>(
  { db, boss, queue }: BatchWorkerOptions<Data>,
  limit: number,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const jobs = await deleteBatchedJobs(transaction, { queue, limit });
    if (jobs.length === 0) return;
    await boss.insert(
      queue.name,
      jobs.map((data) => ({ data })),
      { db: fromKysely(transaction) },
    );
  });
}

async function deleteDueJobs<Data extends object>(
  transaction: DatabaseTransaction,
  { queue, limit }: { queue: string; limit: number },
): Promise<JobBatch<Data>> {
  // The conditions and the order of pg-boss, which has an index for them. A job that was cancelled and resumed is `created` again.
  const { rows } = await sql<{ data: Data; is_repeated: boolean }>`
    with due as materialized (
      select id from pgboss.job
      where name = ${queue} and state < 'active' and not blocked and start_after <= pgboss.job_now()
      order by priority desc, created_on
      limit ${limit}
      for update skip locked
    ), taken as (
      delete from pgboss.job as job using due where job.name = ${queue} and job.id = due.id
      returning job.priority, job.created_on, job.data,
        job.state <> 'created' or job.started_on is not null or job.retry_count > 0 as is_repeated
    )
    select data, is_repeated from taken order by priority desc, created_on
  `.execute(transaction);
  return { jobs: rows.map(({ data }) => data), isRepeated: rows.some((row) => row.is_repeated) };
}

/** Runs as many jobs as a failed batch had, each alone with the attempts and the back-off of pg-boss. */
async function runJobsIndividually<Data extends object>(
  { db, boss, queue: { name }, handle, onError }: BatchWorkerOptions<Data>,
  count: number,
  stopped: AbortSignal,
): Promise<void> {
  for (let attempt = 0; attempt < count && !stopped.aborted; attempt += 1) {
    const [job] = await boss.fetch<Data>(name, { batchSize: 1, includeMetadata: true });
    if (!job) return;
    try {
      // The job is completed after this transaction.
      const batch = { jobs: [job.data], isRepeated: true };
      await db.transaction().execute((transaction) => handle(batch, transaction));
      await boss.complete(name, job);
    } catch (error) {
      onError(error);
      await boss.fail(name, job, failureOutput(error));
    }
  }
}
