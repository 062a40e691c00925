import { type Kysely, sql } from 'kysely';

/**
 * Writes fewer bytes of log for each audit record (decision 142). Indexes are built before anything is dropped, because a build blocks
 * writes only, and a drop blocks reads until the commit. Statements of the release before work without the dropped indexes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Pseudonyms are most of an entry: their hashes find the same rows.
    create index audit_records_of_member on audit_records (tid, hashtextextended(fid, 0), id) where fid is not null;
    create index audit_records_of_subject on audit_records (tid, hashtextextended(subject, 0), id) where subject is not null;
    -- The act is the same in all entries of an index.
    create index audit_records_sign_ins on audit_records (tid, at) where act = 'account.signed_in' and decision = 'granted';
    create index audit_records_rewraps on audit_records (tid, at) where act = 'rewrap' and decision = 'granted';
    drop index audit_records_member, audit_records_subject, audit_records_daily;

    -- A crash empties an unlogged table. The records without a link, which are logged, tell its rows.
    alter table audit_pending set unlogged;
    -- Finds the records of a page that are already in the list. Its entries have no log either.
    create index audit_pending_record on audit_pending (record);
    -- Emptied together with audit_pending: without its row, pending records were lost.
    create unlogged table audit_pending_start (since timestamptz not null default now());
    insert into audit_pending_start default values;
    -- All records up to \`until\` are linked. \`seen\` is its next value, once all transactions from before \`seen_at\` have ended.
    create table audit_linked (
      is_only boolean primary key default true check (is_only),
      until bigint not null default 0,
      seen bigint not null,
      seen_at timestamptz not null
    );
  `.execute(db);
}
