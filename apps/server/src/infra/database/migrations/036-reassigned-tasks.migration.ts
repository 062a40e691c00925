import { type Kysely, sql } from 'kysely';

/**
 * The task that an administrator gave to another person. Earlier acts get it from their audit record, which was written with the
 * same time in the same transaction.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table flow_acts add column task_id text;
    update flow_acts as acts set task_id = tasks.task_id
    from flow_tasks as tasks join audit_records as records
      on records.tid = tasks.tid and records.act = 'task.reassigned' and records.subject = tasks.task_id
    where acts.action = 'reassign' and tasks.flow_id = acts.flow_id and records.at = acts.done_at;
  `.execute(db);
}
