import { type Kysely, sql } from 'kysely';

/**
 * Removes index entries that each act wrote and no statement needed. Decision 131 names the statements of each index.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Indexes are built before anything is dropped, because a build blocks writes only, and a drop blocks reads until the commit.
    create index message_channels_new_aid on message_channels (aid) where aid is not null;
    create index message_channels_new_tid on message_channels (tid) where aid is null;
    -- The first token of a session has no predecessor.
    create unique index session_tokens_successor on session_tokens (predecessor) where predecessor is not null;

    alter table session_tokens drop constraint session_tokens_predecessor_key;

    -- Every message changes the time of its session. An index on the time gave each such update an entry in every index.
    drop index message_channels_aid;
    drop index message_channels_tid;
    alter index message_channels_new_aid rename to message_channels_aid;
    alter index message_channels_new_tid rename to message_channels_tid;
    alter table message_channels set (fillfactor = 80);

    -- A new version of a row on the page of the old one is logged as its difference, and without a lock of the old one. A decision
    -- changes the tasks of one stage, which are neighbours; the page is pruned before the next one.
    alter table flow_tasks set (fillfactor = 85);
    alter table flows set (fillfactor = 85);

    -- flows_created, flows_updated and flows_title order the lists of a tenant; flows_applicant begins with the tenant too.
    drop index flows_tenant;

    -- sessions_device begins with the account and has the same rows.
    drop index sessions_aid;

    -- The primary key is the order in which pending records are linked. The checks of a chain join the whole table, which is nearly
    -- empty. A trigger inserts each record once, and audit_links accepts it once.
    alter table audit_pending drop constraint audit_pending_pkey;
    alter table audit_pending add primary key (xid, record);
    drop index audit_pending_order;
  `.execute(db);
}
