import type { ErrorCode } from '@sealflow/domain/errors';
import type { Insertable, Selectable } from 'kysely';
import type { Database, DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';

export type ResultRow = Selectable<Database['flow_results']>;
export type MailRow = Selectable<Database['flow_mails']>;

export function selectResults(db: DatabaseHandle, flowID: string): Promise<ResultRow[]> {
  return db
    .selectFrom('flow_results')
    .selectAll()
    .where('flow_id', '=', flowID)
    .orderBy('position')
    .execute();
}

/** @returns whether the row was inserted: of two runs of one job only one inserts each position. */
export async function insertResult(
  transaction: DatabaseTransaction,
  row: Insertable<Database['flow_results']>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('flow_results')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** @returns the keys of their objects. */
export async function deleteResults(transaction: DatabaseTransaction, flowID: string): Promise<string[]> {
  const rows = await transaction
    .deleteFrom('flow_results')
    .where('flow_id', '=', flowID)
    .returning('object_key')
    .execute();
  return rows.map((row) => row.object_key);
}

/** Inserts the mail of a flow unless it exists, and returns it. */
export async function findOrInsertMail(
  db: DatabaseHandle,
  row: Insertable<Database['flow_mails']>,
): Promise<MailRow> {
  await db
    .insertInto('flow_mails')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return db.selectFrom('flow_mails').selectAll().where('flow_id', '=', row.flow_id).executeTakeFirstOrThrow();
}

export async function updateMail(
  db: DatabaseHandle,
  flowID: string,
  changes: Partial<Pick<MailRow, 'state' | 'reason' | 'pending' | 'begun_at' | 'ended_at'>>,
): Promise<void> {
  await db.updateTable('flow_mails').set(changes).where('flow_id', '=', flowID).execute();
}

/** @returns whether it was still being sent. */
export async function failMail(
  transaction: DatabaseTransaction,
  flowID: string,
  { reason, at }: { reason: ErrorCode; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('flow_mails')
    .set({ state: 'failed', reason, ended_at: at })
    .where('flow_id', '=', flowID)
    .where('state', '=', 'sending')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends a mail that is not to be sent any more. One that was sent or failed stays as it is. */
export async function cancelMail(
  db: DatabaseHandle,
  { tid, flowID, at }: { tid: string; flowID: string; at: Date },
): Promise<void> {
  await db
    .updateTable('flow_mails')
    .set({ state: 'canceled', ended_at: at })
    .where('flow_id', '=', flowID)
    .where('tid', '=', tid)
    .where('state', '=', 'sending')
    .execute();
}

/** @returns whether it had failed. */
export async function resetFailedMail(
  transaction: DatabaseTransaction,
  { tid, flowID, at }: { tid: string; flowID: string; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('flow_mails')
    .set({ state: 'sending', reason: null, begun_at: at, ended_at: null })
    .where('flow_id', '=', flowID)
    .where('tid', '=', tid)
    .where('state', '=', 'failed')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
