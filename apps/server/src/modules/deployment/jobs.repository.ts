import { sql } from 'kysely';
import type { DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';

export interface QueueCounts {
  name: string;
  /** Due, and not started. */
  due: number;
  /** Age in seconds of the oldest due job; 0 without one. */
  age: number;
  running: number;
  retrying: number;
  scheduled: number;
  failed: number;
}

/** Counts the jobs of each queue that has some. A scheduled job is not due. */
export async function countJobs(db: DatabaseHandle): Promise<QueueCounts[]> {
  const { rows } = await sql<QueueCounts>`
    select name,
      count(*) filter (where state < 'active' and start_after <= now()) as due,
      coalesce(
        extract(epoch from now() - min(start_after) filter (where state < 'active' and start_after <= now())), 0
      )::float8 as age,
      count(*) filter (where state = 'active') as running,
      count(*) filter (where state = 'retry') as retrying,
      count(*) filter (where state = 'created' and start_after > now()) as scheduled,
      count(*) filter (where state = 'failed') as failed
    from (
      select name, state, start_after from pgboss.job where state < 'completed' or state = 'failed'
      union all select queue, 'created', created_at from batched_jobs
    ) as job group by name order by name
  `.execute(db);
  return rows;
}

/** Counts the due jobs of all queues. */
export async function countDueJobs(db: DatabaseHandle): Promise<number> {
  const { rows } = await sql<{ due: number }>`
    select (select count(*) from pgboss.job where state < 'active' and start_after <= now())
      + (select count(*) from batched_jobs) as due
  `.execute(db);
  return rows[0]?.due ?? 0;
}

export interface FailedJobRow {
  id: string;
  name: string;
  state: 'retry' | 'failed';
  retry_count: number;
  created_on: Date;
  start_after: Date;
  output: unknown;
}

const hasFailed = sql`state in ('retry', 'failed')`;

/** Jobs whose last attempt failed, the newest first. */
export async function selectFailedJobs(
  db: DatabaseHandle,
  { queue, skip, limit }: { queue: string | undefined; skip: number; limit: number },
): Promise<{ total: number; rows: FailedJobRow[] }> {
  const isMatching = sql`${hasFailed} and (${queue ?? null}::text is null or name = ${queue ?? null})`;
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total from pgboss.job where ${isMatching}`.execute(db);
  const { rows } = await sql<FailedJobRow>`
    select id, name, state, retry_count, created_on, start_after, output from pgboss.job where ${isMatching}
    order by created_on desc, id offset ${skip} limit ${limit}`.execute(db);
  return { total: counted[0]?.total ?? 0, rows };
}

/** Makes a failed job due now. @returns the name of its queue; undefined if there is no such job. */
export async function updateJobDue(
  transaction: DatabaseTransaction,
  jobID: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    update pgboss.job set state = 'retry', start_after = now(), completed_on = null,
      retry_limit = case when state = 'failed' then retry_limit + 1 else retry_limit end
    where id::text = ${jobID} and ${hasFailed} returning name`.execute(transaction);
  return rows[0]?.name;
}
