import type { Selectable } from 'kysely';
import type { Database, DatabaseHandle } from '../../infra/database/index.ts';

type ParamRow = Selectable<Database['config_params']>;

export function selectParams(db: DatabaseHandle): Promise<ParamRow[]> {
  return db.selectFrom('config_params').selectAll().execute();
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
