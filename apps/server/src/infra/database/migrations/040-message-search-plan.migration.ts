import { type Kysely, sql } from 'kysely';

/**
 * Makes the index of message texts without statistics. With them the planner knows that a common word is in most texts, expects
 * that it has to compute the parts of each of these texts either way, and reads the whole table instead of the index, which
 * computes them all. The index has them, so that nothing is computed. A new index, because statistics of an old one remain.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop index message_posts_search;
    create index message_posts_search on message_posts using gin (post_grams(tid, search_text));
    alter index message_posts_search alter column 1 set statistics 0;
  `.execute(db);
}
