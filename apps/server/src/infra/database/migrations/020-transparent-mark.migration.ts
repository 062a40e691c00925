import { type Kysely, sql } from 'kysely';

/** Nothing reads the mark; the audit log says which documents were made plain. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table documents drop column made_transparent_at`.execute(db);
}
