import { type Kysely, sql } from 'kysely';

/**
 * Adds the times for which a tenant keeps its messages and its ended applications. Null: as long as the deployment keeps them.
 * Nodes of the release before delete by the times of the deployment only, which are longer.
 * An index finds the messages of a tenant.
 * An archive is one object, with the applications that were deleted when it was written; another index finds its audit record.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index message_channels_tenant on message_channels (tid, session_id) where tid is not null;
    alter table tenants add column message_days integer check (message_days > 0),
      add column application_days integer check (application_days > 0),
      add column archive_applications boolean not null default false;
    create table application_archives (
      archive_id text primary key,
      tid text not null references tenants,
      number integer not null check (number > 0),
      object_key text not null unique,
      size bigint not null,
      sha256 text not null,
      applications integer not null check (applications > 0),
      created_at timestamptz not null,
      unique (tid, number)
    );
    create index audit_records_archived on audit_records (tid, id) where act = 'archive.created'
  `.execute(db);
}
