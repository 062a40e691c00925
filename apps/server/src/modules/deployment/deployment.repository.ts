import { type Selectable, sql } from 'kysely';
import type { Database, DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';

type ParamRow = Selectable<Database['config_params']>;

export function selectParams(db: DatabaseHandle): Promise<ParamRow[]> {
  return db.selectFrom('config_params').selectAll().execute();
}

/** Locks all parameters against other changes: one that has its default has no row to lock. */
export async function lockParams(db: DatabaseTransaction): Promise<void> {
  await sql`lock table config_params in share row exclusive mode`.execute(db);
}

export async function upsertParam(db: DatabaseHandle, row: ParamRow): Promise<void> {
  const { value, updated_at } = row;
  await db
    .insertInto('config_params')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value, updated_at }))
    .execute();
}

export async function deleteParam(db: DatabaseHandle, name: string): Promise<void> {
  await db.deleteFrom('config_params').where('name', '=', name).execute();
}

export function selectMasterKeyCopy(
  db: DatabaseHandle,
  masterKeyID: string,
): Promise<Selectable<Database['master_key_copies']> | undefined> {
  return db
    .selectFrom('master_key_copies')
    .selectAll()
    .where('master_key_id', '=', masterKeyID)
    .executeTakeFirst();
}

export async function upsertMasterKeyCopy(
  transaction: DatabaseTransaction,
  { masterKeyID, by, at }: { masterKeyID: string; by: string; at: Date },
): Promise<void> {
  const row = { confirmed_at: at, confirmed_by: by };
  await transaction
    .insertInto('master_key_copies')
    .values({ master_key_id: masterKeyID, ...row })
    .onConflict((conflict) => conflict.column('master_key_id').doUpdateSet(row))
    .execute();
}
