import type { DatabaseHandle, DatabaseTransaction } from '../database/index.ts';

/** The id of the master key that stored keys are wrapped by, where one was ever used. */
export async function findMasterKeyID(handle: DatabaseHandle): Promise<string | undefined> {
  const row = await handle.selectFrom('master_key').select('id').executeTakeFirst();
  return row?.id;
}

/** Notes which master key this database belongs to, and answers the one noted: of two at once the first counts. */
export async function noteMasterKeyID(handle: DatabaseHandle, id: string): Promise<string> {
  await handle
    .insertInto('master_key')
    .values({ id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await findMasterKeyID(handle)) ?? id;
}

/** Of two rotations at once the second waits here, and finds that its key is no longer the one in use. */
export async function replaceMasterKeyID(
  transaction: DatabaseTransaction,
  { former, next }: { former: string; next: string },
): Promise<void> {
  const { numUpdatedRows } = await transaction
    .updateTable('master_key')
    .set({ id: next })
    .where('id', '=', former)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Error('another master key came in between');
}

/** The same, held until the transaction ends: a rotation waits for it. */
export async function holdMasterKeyID(transaction: DatabaseTransaction): Promise<string | undefined> {
  const row = await transaction.selectFrom('master_key').select('id').forShare().executeTakeFirst();
  return row?.id;
}
