import { type Kysely, sql } from 'kysely';

/** Adds the kinds of pushes that people switch off, and quiet hours with the pushes that wait for their end. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table notification_settings (
      aid text primary key references accounts (aid),
      muted text[] not null,
      quiet jsonb,
      updated_at timestamptz not null
    );
    alter table message_fanout add column kind text;
    alter table push_deliveries
      drop constraint push_deliveries_state_check,
      add constraint push_deliveries_state_check check (state in ('waiting', 'held', 'sent', 'dropped')),
      add column released_at timestamptz;
    create index push_deliveries_held on push_deliveries (registration_id) where state = 'held';
  `.execute(db);
}
