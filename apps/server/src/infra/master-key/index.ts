import type { DatabaseHandle } from '../database/index.ts';
import { type MasterKey, type MasterKeyPlaces, openMasterKey } from './master-key.adapter.ts';
import { MasterKeyError } from './master-key.errors.ts';
import { findMasterKeyID, noteMasterKeyID } from './master-key.repository.ts';

export { unwrapAtRest, wrapAtRest } from './key-wrapping.adapter.ts';
export { type MasterKey, type MasterKeyPlaces, newMasterKey } from './master-key.adapter.ts';
export { MasterKeyError, type MasterKeyErrorCode } from './master-key.errors.ts';
export { replaceMasterKeyID } from './master-key.repository.ts';
export { rewrapColumn, type WrappedColumn } from './rewrap.adapter.ts';

/**
 * The master key of this database: found, or made at the first start.
 *
 * @throws MasterKeyError where it is missing or another than the one the stored keys are wrapped by.
 */
export async function masterKeyOf(
  handle: DatabaseHandle,
  places: Omit<MasterKeyPlaces, 'inUse'>,
): Promise<MasterKey> {
  const known = await findMasterKeyID(handle);
  const key = await openMasterKey({ ...places, inUse: known !== undefined });
  if ((await noteMasterKeyID(handle, key.id)) === key.id) return key;
  throw new MasterKeyError(
    'master_key.wrong',
    `the master key ${key.path === null ? 'given by MASTER_KEY' : `in ${key.path}`} is not the one that the ` +
      'stored keys are wrapped by. Name the right one by MASTER_KEY_FILE (or give it by MASTER_KEY).',
  );
}
