import { type Kysely, sql } from 'kysely';

/**
 * Shortens what a sign-in writes to the log (decision 143). Indexes are built before anything is dropped, because a build blocks writes
 * only, and a drop blocks reads until the commit. Statements of the release before work without the dropped indexes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createRecentProofUses(db);
  await updateInPlace(db);
  await dropChecks(db);
}

/**
 * Used proofs of the last minutes, which need not be in the log. PostgreSQL empties unlogged tables after a crash and when a replica
 * becomes the primary, all of them at once: without the row of the start no proof is accepted that could have been used before.
 */
async function createRecentProofUses(db: Kysely<unknown>): Promise<void> {
  await sql`
    create unlogged table recent_proof_uses (
      thumbprint text not null,
      jti text not null,
      expire_at timestamptz not null,
      primary key (thumbprint, jti)
    );
    create index recent_proof_uses_expire_at on recent_proof_uses (expire_at);
    create unlogged table recent_proof_uses_start (
      is_only boolean primary key default true check (is_only),
      since timestamptz not null
    );
    insert into recent_proof_uses_start (since) values (now());
  `.execute(db);
}

/**
 * An update of a row writes no index entries if no column of an index changes, those of its condition included, and the page of the row
 * has room.
 */
async function updateInPlace(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index sessions_of_device on sessions (aid, device_id);
    drop index sessions_device;
    alter index sessions_of_device rename to sessions_device;
    alter table sessions set (fillfactor = 90);

    -- devices_created finds the devices of a tenant. Their order by last use is sorted.
    drop index devices_last_seen;
    alter table devices set (fillfactor = 80);

    -- Ids of tokens begin with the time of expiry, so that the primary key finds the expired ones. Those of earlier releases are UUIDs.
    create index session_tokens_uuid_expire_at on session_tokens (expire_at) where jti < 'g';
    drop index session_tokens_expire_at;
    alter index session_tokens_uuid_expire_at rename to session_tokens_expire_at;
  `.execute(db);
}

/**
 * The checks would lock rows that the transaction has just written. A sign-in locks the account before its devices and sessions, an
 * exchange of tokens the session, and a deletion both of them.
 */
async function dropChecks(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sessions drop constraint sessions_aid_device_id_fkey;
    alter table session_tokens drop constraint session_tokens_sid_fkey;
  `.execute(db);
}
