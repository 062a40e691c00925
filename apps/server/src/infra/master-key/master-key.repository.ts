import type { DatabaseHandle, DatabaseTransaction } from '../database/index.ts';

/** Selects the id of the master key that wraps the stored keys; undefined before the first use. */
export async function findMasterKeyID(handle: DatabaseHandle): Promise<string | undefined> {
  const row = await handle.selectFrom('master_key').select('id').executeTakeFirst();
  return row?.id;
}

/** Inserts the id of the database's master key unless there is one. @returns the stored id, so that the first node wins. */
export async function insertMasterKeyIDOnce(handle: DatabaseHandle, id: string): Promise<string> {
  await handle
    .insertInto('master_key')
    .values({ id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await findMasterKeyID(handle)) ?? id;
}

/** Compare-and-swap of the master key id. Of two concurrent rotations the second waits for the row lock and then fails. */
export async function replaceMasterKeyID(
  transaction: DatabaseTransaction,
  { previous, next }: { previous: string; next: string },
): Promise<void> {
  const { numUpdatedRows } = await transaction
    .updateTable('master_key')
    .set({ id: next })
    .where('id', '=', previous)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Error('master key was rotated concurrently');
}

/** Selects the id with a shared row lock, so that a rotation waits for the end of the transaction. */
export async function lockMasterKeyID(transaction: DatabaseTransaction): Promise<string | undefined> {
  const row = await transaction.selectFrom('master_key').select('id').forShare().executeTakeFirst();
  return row?.id;
}
