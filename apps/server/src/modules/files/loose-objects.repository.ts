import { sql } from 'kysely';
import type { DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';

export async function insertLoose(db: DatabaseHandle, key: string): Promise<void> {
  await db
    .insertInto('loose_objects')
    .values({ key })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ touched_at: sql<Date>`now()` }))
    .execute();
}

export async function touchLoose(db: DatabaseHandle, key: string): Promise<void> {
  await db
    .updateTable('loose_objects')
    .set({ touched_at: sql<Date>`now()` })
    .where('key', '=', key)
    .execute();
}

/** @returns whether it was there. */
export async function deleteLoose(db: DatabaseHandle, key: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('loose_objects').where('key', '=', key).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Some that nobody has touched for an hour, locked; those that another node is at are passed over. */
export async function lockForgotten(db: DatabaseTransaction): Promise<string[]> {
  const rows = await db
    .selectFrom('loose_objects')
    .select('key')
    .where('touched_at', '<', sql<Date>`now() - interval '1 hour'`)
    .orderBy('touched_at')
    .limit(20)
    .forUpdate()
    .skipLocked()
    .execute();
  return rows.map((row) => row.key);
}
