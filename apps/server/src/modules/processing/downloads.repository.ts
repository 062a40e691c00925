import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Database, DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';

export type DownloadRow = Selectable<Database['prepared_downloads']>;

/** A package that is ready or in preparation, locked until the transaction ends. */
export function lockActiveDownload(
  transaction: DatabaseTransaction,
  { flowID, fid }: { flowID: string; fid: string },
): Promise<DownloadRow | undefined> {
  return transaction
    .selectFrom('prepared_downloads')
    .selectAll()
    .where('flow_id', '=', flowID)
    .where('fid', '=', fid)
    .where('state', 'in', ['preparing', 'ready'])
    .forUpdate()
    .executeTakeFirst();
}

/** @returns false if an active package exists. */
export async function insertDownload(
  transaction: DatabaseTransaction,
  row: Insertable<Database['prepared_downloads']>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('prepared_downloads')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export function selectDownload(db: DatabaseHandle, downloadID: string): Promise<DownloadRow | undefined> {
  return db
    .selectFrom('prepared_downloads')
    .selectAll()
    .where('download_id', '=', downloadID)
    .executeTakeFirst();
}

/**
 * Changes a package that is in one of the states `from`.
 * @returns whether it was in one of these states.
 */
export async function updateDownloadInState(
  db: DatabaseHandle,
  { downloadID, from }: { downloadID: string; from: readonly DownloadRow['state'][] },
  changes: Updateable<Database['prepared_downloads']>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('prepared_downloads')
    .set(changes)
    .where('download_id', '=', downloadID)
    .where('state', 'in', [...from])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** @returns whether this is the first fetch. */
export async function recordFirstFetch(
  db: DatabaseHandle,
  { downloadID, at }: { downloadID: string; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('prepared_downloads')
    .set({ first_fetched_at: at })
    .where('download_id', '=', downloadID)
    .where('first_fetched_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Expired packages that still exist. */
export async function selectOverdueDownloads(db: DatabaseHandle, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('prepared_downloads')
    .select('download_id')
    .where('state', 'in', ['preparing', 'ready', 'failed'])
    .where('expire_at', '<=', now)
    .limit(1000)
    .execute();
  return rows.map((row) => row.download_id);
}
