import { type Kysely, sql } from 'kysely';

/** Adds the level up to which a tenant allows printing. Nodes of the release before issue licences without the permission. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table tenants add column printing_max_level integer check (printing_max_level >= 0)
  `.execute(db);
}
