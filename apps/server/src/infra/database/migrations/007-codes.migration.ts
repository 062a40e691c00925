import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table code_asks (
      subject bytea primary key,
      sent_at timestamptz[] not null default '{}',
      failed_at timestamptz[] not null default '{}',
      last_at timestamptz not null
    );
    create index code_asks_last_at on code_asks (last_at);
    create table verification_codes (
      subject bytea not null,
      purpose text not null check (purpose in ('login', 'reset', 'update')),
      digest bytea not null,
      expire_at timestamptz not null,
      wrong_tries integer not null default 0,
      primary key (subject, purpose)
    );
    create index verification_codes_expire_at on verification_codes (expire_at);
    create table account_notices (
      notice_id text primary key,
      aid text not null references accounts,
      kind text not null check (kind in ('password_changed', 'phone_changed')),
      channel text not null check (channel in ('sms', 'email')),
      address text not null,
      created_at timestamptz not null
    );
    alter table sessions add column tids text[];
    create index sessions_aid on sessions (aid) where ended_at is null;
  `.execute(db);
}
