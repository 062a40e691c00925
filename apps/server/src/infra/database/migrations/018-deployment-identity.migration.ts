import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table deployment (
      only_one boolean primary key default true check (only_one),
      id uuid not null default gen_random_uuid()
    );
    insert into deployment default values;
  `.execute(db);
}
