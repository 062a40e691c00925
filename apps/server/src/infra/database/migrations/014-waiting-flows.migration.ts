import { type Kysely, sql } from 'kysely';

/** Finds the few flows that wait for the service among all that ended. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index flows_waiting on flows (updated_at)
      where state in ('passed', 'reviewed', 'processing', 'processed')
  `.execute(db);
}
