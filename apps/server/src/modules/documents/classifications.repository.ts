import type { Insertable, Selectable } from 'kysely';
import type { Database, DatabaseHandle } from '../../infra/database/index.ts';

export type ClassificationRow = Selectable<Database['classifications']>;

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
  const query = db.selectFrom('classifications').selectAll().where('tid', '=', tid);
  return (id === null ? query.where('is_default', '=', true) : query.where('id', '=', id)).executeTakeFirst();
}

export async function upsertClearance(
  db: DatabaseHandle,
  clearance: { tid: string; fid: string; level: number },
): Promise<void> {
  await db
    .insertInto('clearances')
    .values(clearance)
    .onConflict((conflict) => conflict.columns(['tid', 'fid']).doUpdateSet({ level: clearance.level }))
    .execute();
}
