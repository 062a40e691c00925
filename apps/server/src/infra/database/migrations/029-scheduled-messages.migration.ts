import { type Kysely, sql } from 'kysely';

/** Adds the recipients and the time of scheduled posts of administrators. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table message_posts
      add column audience jsonb,
      add column send_at timestamptz,
      add column sent_at timestamptz,
      add column content jsonb;
    create index message_reads_sequence on message_reads (session_id, sequence);
  `.execute(db);
}
