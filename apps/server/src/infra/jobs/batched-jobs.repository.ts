import { sql } from 'kysely';
import type { DatabaseTransaction } from '../database/index.ts';
import { isKnownToAllNodes } from '../database/node-releases.util.ts';
import type { JobQueue } from './jobs.port.ts';

/**
 * Inserts jobs into the table for batches, whose rows and indexes are smaller than those of pg-boss.
 * @returns false if a node of an earlier release could have to handle them, which does not know their short form. None is inserted then.
 */
export async function insertBatchedJobs<Data extends object>(
  transaction: DatabaseTransaction,
  { queue: { name, shortForm }, jobs }: { queue: JobQueue<Data>; jobs: readonly Data[] },
): Promise<boolean> {
  const stored = shortForm ? jobs.map((data) => shortForm.shorten(data)) : jobs;
  const { numAffectedRows } = await sql`
    insert into batched_jobs (queue, data)
    select ${name}, job from jsonb_array_elements(${JSON.stringify(stored)}::jsonb) as job
    where ${isKnownToAllNodes('058')}
  `.execute(transaction);
  return numAffectedRows === BigInt(jobs.length);
}

/** Deletes the oldest jobs of a queue that no other transaction is handling, and returns their data. */
export async function deleteBatchedJobs<Data extends object>(
  transaction: DatabaseTransaction,
  { queue: { name, shortForm }, limit }: { queue: JobQueue<Data>; limit: number },
): Promise<Data[]> {
  const { rows } = await sql<{ data: object }>`
    with next as materialized (
      select ctid as place from batched_jobs where queue = ${name} order by job_id limit ${limit} for update skip locked
    ), taken as (
      delete from batched_jobs where ctid = any(array(select place from next)) returning job_id, data
    )
    select data from taken order by job_id
  `.execute(transaction);
  return rows.map(({ data }) => shortForm?.restore(data) ?? (data as Data));
}
