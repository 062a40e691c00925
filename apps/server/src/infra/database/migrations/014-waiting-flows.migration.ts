import { type Kysely, sql } from 'kysely';

/** Partial index for the few flows that wait for processing by the service. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index flows_waiting on flows (updated_at)
      where state in ('passed', 'reviewed', 'processing', 'processed')
  `.execute(db);
}
