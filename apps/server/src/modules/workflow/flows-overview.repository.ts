import { sql } from 'kysely';
import { countUpToLimit } from '../../infra/database/bounded-count.util.ts';
import type { DatabaseHandle } from '../../infra/database/index.ts';

/** The numbers of a tenant's applications and tasks, each by an index and up to a limit. */
export async function selectFlowCounts(
  db: DatabaseHandle,
  { tid, at, waitingSince }: { tid: string; at: Date; waitingSince: Date },
) {
  const isInProgress = sql`state in ('approving', 'waiting', 'passed', 'reviewed', 'not_processed', 'processing', 'processed')`;
  const isWaiting = sql`state = 'awaiting' and step in ('approve', 'file_process')`;
  const isOverdue = sql`state = 'awaiting' and due_at <= ${at}`;
  const { rows } = await sql<{
    inProgress: number;
    failedProcessing: number;
    failedMails: number;
    longWaiting: number;
    overdueApplications: number;
    waitingTasks: number;
    oldestTaskAt: Date | null;
    overdueTasks: number;
  }>`select ${countUpToLimit(sql`from flows where tid = ${tid} and ${isInProgress}`)} as "inProgress",
    ${countUpToLimit(sql`from flows where tid = ${tid} and ${isInProgress} and state = 'not_processed'`)} as "failedProcessing",
    ${countUpToLimit(sql`from flow_mails mail where tid = ${tid} and state = 'failed'
      and exists (select from flows where flows.flow_id = mail.flow_id and flows.state = 'processed')`)} as "failedMails",
    ${countUpToLimit(sql`from (select distinct flow_id from flow_tasks
      where tid = ${tid} and ${isWaiting} and created_at <= ${waitingSince}) as waiting`)} as "longWaiting",
    ${countUpToLimit(sql`from (select distinct flow_id from flow_tasks
      where tid = ${tid} and ${isOverdue}) as overdue`)} as "overdueApplications",
    ${countUpToLimit(sql`from flow_tasks where tid = ${tid} and ${isWaiting}`)} as "waitingTasks",
    (select min(created_at) from flow_tasks where tid = ${tid} and ${isWaiting}) as "oldestTaskAt",
    ${countUpToLimit(sql`from flow_tasks where tid = ${tid} and ${isOverdue}`)} as "overdueTasks"
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error('a select without a table answered no row');
  return row;
}

/** The submitted applications of a tenant by day. */
export async function selectDailyFlows(
  db: DatabaseHandle,
  { tid, from }: { tid: string; from: Date },
): Promise<{ day: Date; count: number }[]> {
  const { rows } = await sql<{ day: Date; count: number }>`
    select date_bin('1 day', created_at, ${from}::timestamptz) as day, count(*) as count from flows
    where tid = ${tid} and created_at >= ${from} and state <> 'new' group by day
  `.execute(db);
  return rows;
}
