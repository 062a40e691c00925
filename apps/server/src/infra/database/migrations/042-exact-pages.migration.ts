import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table tenants add column exact_pages text not null default 'ask'
      check (exact_pages in ('off', 'ask', 'preload'));
  `.execute(db);
}
