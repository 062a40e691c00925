import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table tenants add column second_factor text not null default 'none'
      check (second_factor in ('none', 'new_devices', 'always'));
    alter table devices add column two_factors_at timestamptz;
    alter table verification_codes drop constraint verification_codes_purpose_check;
    alter table verification_codes add constraint verification_codes_purpose_check
      check (purpose in ('login', 'second_factor', 'reset', 'update'));
  `.execute(db);
}
