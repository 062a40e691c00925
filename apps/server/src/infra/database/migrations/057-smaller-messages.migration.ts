import { type Kysely, sql } from 'kysely';

/**
 * Leaves out of two indexes of messages what no statement looks up, and adds what a node can read (decision 136). Indexes are built
 * before anything is dropped, because a build blocks writes only, and a drop blocks reads until the commit. Jobs of notices get a table
 * with fewer columns and indexes than that of pg-boss.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The notices that a task is opened and closed: the transaction that posts one deletes its job.
    create unique index messages_key on messages (session_id, idempotency_key)
      where idempotency_key not like 'task:%:opened' and idempotency_key not like 'task:%:closed';
    -- Later ids begin with their time. UUIDs sort before them.
    create index messages_created on messages (created_at) where message_id < 'g';

    -- The last migration that the release of a node knows; null for releases before this one.
    alter table nodes add column migration text;

    -- Jobs that no node has attempted, of queues that are handled in batches.
    create table batched_jobs (
      job_id bigint generated always as identity primary key,
      queue text not null,
      data jsonb not null,
      created_at timestamptz not null default now()
    );

    alter table messages drop constraint messages_session_id_idempotency_key_key;
    drop index messages_created_at;
  `.execute(db);
}
