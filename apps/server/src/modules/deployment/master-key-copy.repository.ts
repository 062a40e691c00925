import type { Selectable } from 'kysely';
import type { Database, DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';

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
