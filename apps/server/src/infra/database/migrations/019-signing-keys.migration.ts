import { type Kysely, sql } from 'kysely';

/** Adds the rotation of token signing keys, and notifies every node of changes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table token_keys
      alter column wrapped_private_key drop not null,
      add column signs_from timestamptz not null default now(),
      add column verifies_until timestamptz,
      add column withdrawn_at timestamptz;
    update token_keys set signs_from = created_at;
    alter table session_tokens add column kid text;
    alter table sessions drop constraint sessions_end_reason_check;
    alter table sessions add constraint sessions_end_reason_check check (end_reason in
      ('logout', 'device_withdrawn', 'password_changed', 'token_reused', 'proof_missing', 'replaced', 'key_withdrawn'));
    create function notify_token_keys() returns trigger language plpgsql as $$
    begin
      perform pg_notify('sealflow_changes', '{"topic":"token_key"}');
      return null;
    end $$;
    create trigger notify_token_keys after insert or update on token_keys
      for each statement execute function notify_token_keys();
  `.execute(db);
}
