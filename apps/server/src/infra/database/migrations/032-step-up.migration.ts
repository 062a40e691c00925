import { type Kysely, sql } from 'kysely';

/** Adds the time at which a session last presented the only factor of its account again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sessions add column stepped_up_at timestamptz`.execute(db);
}
