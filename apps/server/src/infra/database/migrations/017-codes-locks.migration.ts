import { type Kysely, sql } from 'kysely';

/**
 * Adds codes by ticket, password attempts of known sources, the channel of a password reset, and the origins of documents.
 * The table `verification_codes` stays for nodes of the previous release; a later release drops it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table issued_codes (
      ticket_digest bytea primary key,
      subject bytea not null,
      purpose text not null check (purpose in ('login', 'second_factor', 'reset', 'update')),
      code_digest bytea not null,
      expire_at timestamptz not null,
      wrong_attempts integer not null default 0
    );
    create index issued_codes_subject on issued_codes (subject, purpose);
    create index issued_codes_expire_at on issued_codes (expire_at);

    create table known_source_failures (
      aid text not null references accounts,
      source text not null,
      failures integer not null,
      locked_until timestamptz,
      last_at timestamptz not null,
      primary key (aid, source)
    );
    create index known_source_failures_last_at on known_source_failures (last_at);

    create index devices_thumbprint on devices (thumbprint);

    alter table accounts add column reset_channel text check (reset_channel in ('sms', 'email'));

    -- Of every generation: a document that was withdrawn takes all that was made from it along.
    alter table documents add column made_from uuid[] not null default '{}';
    update documents set made_from = array[derived_from] where derived_from is not null;

    -- Whatever unlocks an account (a right password, a new one, an administrator) unlocks its known sources with it.
    create function delete_known_source_failures() returns trigger language plpgsql as $$
      begin
        delete from known_source_failures where aid = new.aid;
        return null;
      end
    $$;
    create trigger accounts_unlocked after update of failed_sign_ins, locked_until on accounts
      for each row when (new.failed_sign_ins = 0 and new.locked_until is null)
      execute function delete_known_source_failures();
  `.execute(db);
}
