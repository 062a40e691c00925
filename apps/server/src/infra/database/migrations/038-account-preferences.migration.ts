import { type Kysely, sql } from 'kysely';

/** Adds what people set in the console: JSON as the client wrote it, which the database never reads. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table account_preferences (
      aid text primary key references accounts (aid),
      version integer not null,
      document text not null,
      updated_at timestamptz not null
    )
  `.execute(db);
}
