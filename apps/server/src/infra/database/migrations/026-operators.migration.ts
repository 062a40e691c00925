import { type Kysely, sql } from 'kysely';

/**
 * Adds operators that are people, the authenticator app as a second factor, set-up links, and the delivery settings that are
 * changed at run time.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addSecondFactors(db);
  await addOperators(db);
  await addDeliverySettings(db);
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

/** A change of the settings is published, so that every node applies it without a restart. */
async function addDeliverySettings(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table delivery_settings (
      channel text primary key check (channel in ('mail', 'sms')),
      wrapped_settings bytea not null,
      updated_at timestamptz not null default now(),
      updated_by text
    );
    create function tell_delivery_settings() returns trigger language plpgsql as $$
    begin
      perform pg_notify('sealflow_changes', '{"topic":"delivery"}');
      return null;
    end $$;
    create trigger tell_delivery_settings after insert or update or delete on delivery_settings
      for each statement execute function tell_delivery_settings();

    create table master_key_copies (
      master_key_id text primary key,
      confirmed_at timestamptz not null default now(),
      confirmed_by text
    );
  `.execute(db);
}
