import { type Kysely, sql } from 'kysely';

/**
 * Adds the setting for the insight about people, and indexes of the tasks that were closed in a period: of a tenant, and of the
 * person who decided.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table tenants add column insight_on_people boolean not null default false;
    create index flow_tasks_closed on flow_tasks (tid, process_time)
      where step in ('approve', 'file_process') and state <> 'awaiting';
    create index flow_tasks_decider on flow_tasks (tid, (coalesce(decided_by, assignee_fid)), process_time)
      where step in ('approve', 'file_process') and state = 'processed';
    create index flow_tasks_revised on flow_tasks (tid, process_time) where step = 'initiate' and state = 'processed';
  `.execute(db);
}
