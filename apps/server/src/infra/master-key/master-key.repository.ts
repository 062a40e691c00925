import type { DatabaseHandle } from '../database/index.ts';

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
