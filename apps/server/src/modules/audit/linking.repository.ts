import { sql } from 'kysely';
import type { DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';
import { type RecordRow, toStoredRecord } from './audit.repository.ts';
import type { StoredRecord } from './audit-record.types.ts';

/**
 * Serialises linking, independent of the leader. Records are read by index: the statistics of the pending ones date from when there
 * were none, as there usually are, and the planner would scan all records for a backlog.
 */
export async function lockLinking(transaction: DatabaseTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('sealflow'), hashtext('audit_links')),
    set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`.execute(
    transaction,
  );
}

/**
 * Deletes and returns the next pending records, in the order of the transactions that wrote them.
 *
 * Only records of transactions older than every running one are taken: a transaction that commits later cannot
 * precede them. Records of a future transaction number exist only after a restore from a backup of another server,
 * whose numbers differed; those transactions are complete too.
 */
export async function dequeuePending(
  transaction: DatabaseTransaction,
  limit: number,
): Promise<(StoredRecord & { id: number })[]> {
  const { rows } = await sql<RecordRow & { xid: string }>`
    with next as materialized (
      select pending.place from (
        select ctid as place, record from audit_pending
        where xid < pg_snapshot_xmin(pg_current_snapshot())
          or xid >= pg_snapshot_xmax(pg_current_snapshot())
        order by xid, record
        limit ${limit}
      ) as pending
      join audit_records on audit_records.id = pending.record
    ), taken as (
      delete from audit_pending where ctid = any(array(select place from next))
      returning audit_pending.record, audit_pending.xid
    )
    select audit_records.*, taken.xid
    from taken join audit_records on audit_records.id = taken.record
    order by taken.xid, taken.record
  `.execute(transaction);
  return rows.map((row) => Object.assign(toStoredRecord(row), { id: row.id }));
}

export interface NewLink {
  chain: string;
  sequence: number;
  record: number;
  hash: Buffer;
}

export async function insertLinks(
  transaction: DatabaseTransaction,
  links: readonly NewLink[],
): Promise<void> {
  await sql`
    insert into audit_links (chain, sequence, record, hash)
    select * from unnest(
      ${links.map(({ chain }) => chain)}::text[],
      ${links.map(({ sequence }) => sequence)}::bigint[],
      ${links.map(({ record }) => record)}::bigint[],
      ${links.map(({ hash }) => hash)}::bytea[]
    )
  `.execute(transaction);
}

/** The number of pending records and the age of the oldest in seconds. */
export async function countPending(handle: DatabaseHandle): Promise<{ records: number; seconds: number }> {
  const { rows } = await sql<{ records: number; seconds: number }>`
    select count(*) as records,
      coalesce(extract(epoch from clock_timestamp() - min(since)), 0)::float8 as seconds
    from audit_pending
  `.execute(handle);
  return rows[0] ?? { records: 0, seconds: 0 };
}
