import { sql } from 'kysely';
import type { DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';

/**
 * Marks a row as claimed for deletion. The object is deleted outside any transaction because the store may be slow.
 */
const claimedAt = sql<Date>`'-infinity'::timestamptz`;
const isUnclaimed = sql<boolean>`loose_objects.touched_at > ${claimedAt}`;

export async function insertOrphan(db: DatabaseHandle, key: string): Promise<void> {
  await db
    .insertInto('loose_objects')
    .values({ key })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ touched_at: sql<Date>`now()` }).where(isUnclaimed),
    )
    .execute();
}

export async function touchOrphan(db: DatabaseHandle, key: string): Promise<void> {
  await db
    .updateTable('loose_objects')
    .set({ touched_at: sql<Date>`now()` })
    .where('key', '=', key)
    .where(isUnclaimed)
    .execute();
}

/**
 * Removes the row in the transaction that references the object.
 * @returns false if there was no row, or the object was claimed for deletion.
 */
export async function adoptOrphan(transaction: DatabaseTransaction, key: string): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('loose_objects')
    .where('key', '=', key)
    .where(isUnclaimed)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Claims an object for deletion; it cannot be referenced any more. Waits for a transaction that is referencing it.
 * @returns whether it was orphaned.
 */
export async function claimOrphan(db: DatabaseHandle, key: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('loose_objects')
    .set({ touched_at: claimedAt })
    .where('key', '=', key)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Claims up to 20 orphans without a heartbeat for an hour, and those claimed before. Rows locked by another node are
 * skipped.
 */
export async function claimExpiredOrphans(db: DatabaseHandle): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    update loose_objects set touched_at = ${claimedAt} where key in (
      select key from loose_objects where touched_at < now() - interval '1 hour'
      order by touched_at limit 20 for update skip locked
    ) returning key
  `.execute(db);
  return rows.map((row) => row.key);
}

/** Deletes the row of a claimed orphan, whose object is deleted. */
export async function deleteClaimedOrphan(db: DatabaseHandle, key: string): Promise<void> {
  await db.deleteFrom('loose_objects').where('key', '=', key).where('touched_at', '=', claimedAt).execute();
}

const batchSize = 20;

const unreferencedFiles = (db: DatabaseTransaction) =>
  db
    .selectFrom('files')
    .select(['uri', 'object_key as key'])
    .where('held', '=', sql.lit(false))
    .where((where) =>
      where.not(
        where.exists(
          where.selectFrom('file_access').select('holder').whereRef('file_access.uri', '=', 'files.uri'),
        ),
      ),
    );

/**
 * Files without references that were stored before a time. They are locked, so that no new reference can be added.
 */
export async function lockUnreferencedFiles(
  db: DatabaseTransaction,
  before: Date,
): Promise<{ uri: string; key: string }[]> {
  const locked = await unreferencedFiles(db)
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(batchSize)
    .forUpdate()
    .skipLocked()
    .execute();
  if (locked.length === 0) return [];
  // A file may have been referenced between the first query and its lock, which only a second query sees.
  const uris = locked.map(({ uri }) => uri);
  return unreferencedFiles(db).where('uri', 'in', uris).execute();
}

export async function deleteFiles(db: DatabaseHandle, uris: readonly string[]): Promise<void> {
  await db.deleteFrom('files').where('uri', 'in', uris).execute();
}
