import { type Kysely, sql } from 'kysely';

/** Adds operators that are people, the authenticator app as a second factor, and set-up links. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addSecondFactors(db);
  await addOperators(db);
}

async function addSecondFactors(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sessions add column amr text[];
    alter table sessions add column two_factors_at timestamptz;

    create table totp_factors (
      aid text primary key references accounts,
      wrapped_secret bytea not null,
      created_at timestamptz not null default now(),
      confirmed_at timestamptz,
      last_step bigint,
      failures integer not null default 0,
      locked_until timestamptz
    );
    create table recovery_codes (
      aid text not null references accounts,
      digest bytea not null,
      used_at timestamptz,
      primary key (aid, digest)
    );
  `.execute(db);
}

/** An operator keeps its id when its account is deleted, because audit records refer to the id. */
async function addOperators(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table operator_accounts (
      operator_id text primary key,
      aid text references accounts on delete set null,
      name text,
      granted_by text,
      granted_at timestamptz not null default now(),
      withdrawn_by text,
      withdrawn_at timestamptz
    );
    create unique index operator_accounts_active on operator_accounts (aid) where withdrawn_at is null;
    create table setup_links (
      digest bytea primary key,
      wrapped_totp_secret bytea,
      link_id text not null unique,
      created_at timestamptz not null default now(),
      expire_at timestamptz not null
    );
  `.execute(db);
}
