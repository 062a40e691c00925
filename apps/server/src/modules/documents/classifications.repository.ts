import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Database, DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';

export type ClassificationRow = Selectable<Database['classifications']>;

// Explicit column names keep the statement text stable, so that it can be a prepared statement.
const classificationColumns = [
  'tid',
  'id',
  'name',
  'level',
  'is_default',
  'watermark',
  'no_download',
  'no_capture',
  'lease_seconds',
  'excludes_browsers',
] as const satisfies readonly (keyof ClassificationRow)[];

export async function insertClassification(
  db: DatabaseHandle,
  row: Insertable<Database['classifications']>,
): Promise<void> {
  await db.insertInto('classifications').values(row).execute();
}

/** A classification by its id, or the tenant's default one. */
export function selectClassification(
  db: DatabaseHandle,
  { tid, id }: { tid: string; id: string | null },
): Promise<ClassificationRow | undefined> {
  const query = db.selectFrom('classifications').select(classificationColumns).where('tid', '=', tid);
  return (id === null ? query.where('is_default', '=', true) : query.where('id', '=', id)).executeTakeFirst();
}

/** The tenant's default classification, and one by its id. */
export function selectDefaultAndNamed(
  db: DatabaseHandle,
  { tid, id }: { tid: string; id: string | null },
): Promise<ClassificationRow[]> {
  return db
    .selectFrom('classifications')
    .select(classificationColumns)
    .where('tid', '=', tid)
    .where((where) => where.or([where('is_default', '=', true), where('id', '=', id)]))
    .execute();
}

/** By ascending level, up to and including level `upTo` if it is given. */
export function selectClassifications(
  db: DatabaseHandle,
  { tid, skip, limit, maxLevel }: { tid: string; skip: number; limit: number; maxLevel?: number },
): Promise<ClassificationRow[]> {
  const query = db.selectFrom('classifications').select(classificationColumns).where('tid', '=', tid);
  return (maxLevel === undefined ? query : query.where('level', '<=', maxLevel))
    .orderBy('level')
    .orderBy('id')
    .offset(skip)
    .limit(limit)
    .execute();
}

export async function countClassifications(
  db: DatabaseHandle,
  tid: string,
  maxLevel?: number,
): Promise<number> {
  const query = db.selectFrom('classifications').where('tid', '=', tid);
  const { count } = await (maxLevel === undefined ? query : query.where('level', '<=', maxLevel))
    .select((one) => one.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export async function updateClassification(
  transaction: DatabaseTransaction,
  { tid, id }: { tid: string; id: string },
  changes: Updateable<Database['classifications']>,
): Promise<void> {
  await transaction
    .updateTable('classifications')
    .set(changes)
    .where('tid', '=', tid)
    .where('id', '=', id)
    .execute();
}

export async function clearDefault(transaction: DatabaseTransaction, tid: string): Promise<void> {
  await transaction
    .updateTable('classifications')
    .set({ is_default: false })
    .where('tid', '=', tid)
    .where('is_default', '=', true)
    .execute();
}

export async function deleteClassificationRow(
  transaction: DatabaseTransaction,
  { tid, id }: { tid: string; id: string },
): Promise<void> {
  await transaction.deleteFrom('classifications').where('tid', '=', tid).where('id', '=', id).execute();
}

/** Whether a registered document has this classification. */
export async function isClassificationUsed(
  db: DatabaseHandle,
  { tid, id }: { tid: string; id: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('documents')
    .select('document_id')
    .where('tid', '=', tid)
    .where('classification_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
