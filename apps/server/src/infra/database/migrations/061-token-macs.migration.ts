import { type Kysely, sql } from 'kysely';

/** Adds the MAC of each token, which proves its origin in a tenth of the time of its signature (decision 150). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table session_tokens add column mac bytea`.execute(db);
}
