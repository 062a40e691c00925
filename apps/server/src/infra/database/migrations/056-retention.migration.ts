import { type Kysely, sql } from 'kysely';

/**
 * Adds the times for which a tenant keeps its messages and its ended applications. Null: as long as the deployment keeps them.
 * Nodes of the release before delete by the times of the deployment only, which are longer.
 * The index finds the messages of a tenant.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index message_channels_tenant on message_channels (tid, session_id) where tid is not null;
    alter table tenants add column message_days integer check (message_days > 0),
      add column application_days integer check (application_days > 0)
  `.execute(db);
}
