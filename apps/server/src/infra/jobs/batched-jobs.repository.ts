import { sql } from 'kysely';
import type { DatabaseTransaction } from '../database/index.ts';
import { isKnownToAllNodes } from '../database/node-releases.util.ts';

/**
 * Inserts jobs into the table for batches, whose rows and indexes are smaller than those of pg-boss.
 * @returns false if a node of an earlier release could have to handle them, which does not know the table. None is inserted then.
 */
export async function insertBatchedJobs(
  transaction: DatabaseTransaction,
  { queue, jobs }: { queue: string; jobs: readonly object[] },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into batched_jobs (queue, data)
    select ${queue}, job from jsonb_array_elements(${JSON.stringify(jobs)}::jsonb) as job
    where ${isKnownToAllNodes('057')}
  `.execute(transaction);
  return numAffectedRows === BigInt(jobs.length);
}

/** Deletes the oldest jobs of a queue that no other transaction is handling, and returns their data. */
export async function deleteBatchedJobs<Data extends object>(
  transaction: DatabaseTransaction,
  { queue, limit }: { queue: string; limit: number },
): Promise<Data[]> {
  const { rows } = await sql<{ data: Data }>`
    with next as materialized (
      select job_id from batched_jobs where queue = ${queue} order by job_id limit ${limit} for update skip locked
    ), taken as (
      delete from batched_jobs using next where batched_jobs.job_id = next.job_id
      returning batched_jobs.job_id, batched_jobs.data
    )
    select data from taken order by job_id
  `.execute(transaction);
  return rows.map(({ data }) => data);
}
