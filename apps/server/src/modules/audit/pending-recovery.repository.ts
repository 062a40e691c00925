import { sql } from 'kysely';
import type { DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';

/** Whether `audit_pending` contains all records without a link. A crash or physical restore of the database empties unlogged tables. */
export async function isPendingComplete(handle: DatabaseHandle): Promise<boolean> {
  const { rows } = await sql`select from audit_pending_start`.execute(handle);
  return rows.length > 0;
}

/** Confirms that `audit_pending` is complete. */
export async function insertPendingStart(transaction: DatabaseTransaction): Promise<void> {
  await transaction.insertInto('audit_pending_start').defaultValues().execute();
}

/** The id up to which all records are linked. */
export async function selectLinkedUntil(handle: DatabaseHandle): Promise<number> {
  const row = await handle.selectFrom('audit_linked').select('until').executeTakeFirst();
  return row?.until ?? 0;
}

/**
 * Raises the id up to which all records are linked, to the last id of the previous call. A record with a smaller id can only come from a
 * transaction that has been running since then; while there is one, nothing changes.
 */
export async function advanceLinkedUntil(handle: DatabaseHandle): Promise<void> {
  await sql`
    insert into audit_linked (seen, seen_at)
    -- A transaction of the same moment counts as one from before.
    select last_value, clock_timestamp() + interval '1 second' from audit_records_id_seq
    on conflict (is_only) do update set until = audit_linked.seen, seen = excluded.seen, seen_at = excluded.seen_at
    where exists (select from audit_pending_start)
      and not exists (select from audit_pending where record <= audit_linked.seen)
      and not exists (
        select from pg_stat_activity where datname = current_database() and xact_start < audit_linked.seen_at
      )
  `.execute(handle);
}

/**
 * Adds the records without a link among the next ones after this id to `audit_pending`. Their transaction numbers are lost; zero puts them
 * before all later records.
 * @param limit - the number of records to check.
 * @returns the last id that was checked; null if there is none.
 */
export async function restorePendingPage(
  transaction: DatabaseTransaction,
  { after, limit }: { after: number; limit: number },
): Promise<number | null> {
  const { rows } = await sql<{ last: number | null }>`
    with page as materialized (select id from audit_records where id > ${after} order by id limit ${limit}),
    restored as (
      insert into audit_pending (record, xid)
      select id, '0' from page
      -- A record and its entry become visible together, so one snapshot of both adds no record twice.
      where not exists (select from audit_links where record = id) and not exists (select from audit_pending where record = id)
    )
    select max(id) as last from page
  `.execute(transaction);
  return rows[0]?.last ?? null;
}
