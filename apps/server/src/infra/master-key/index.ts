import type { DatabaseHandle, DatabaseTransaction } from '../database/index.ts';
import { type MasterKey, type MasterKeyPlaces, openMasterKey } from './master-key.adapter.ts';
import { MasterKeyError } from './master-key.errors.ts';
import { findMasterKeyID, holdMasterKeyID, noteMasterKeyID } from './master-key.repository.ts';

export { unwrapAtRest, wrapAtRest } from './key-wrapping.adapter.ts';
export { type MasterKey, type MasterKeyPlaces, newMasterKey } from './master-key.adapter.ts';
export { MasterKeyError, type MasterKeyErrorCode } from './master-key.errors.ts';
export { findMasterKeyID, replaceMasterKeyID } from './master-key.repository.ts';
export { rewrapColumn, type WrappedColumn } from './rewrap.adapter.ts';

/**
 * Opens the master key of this database, or creates it at the first start.
 *
 * @throws MasterKeyError if it is missing or is not the key that wraps the stored keys.
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

/**
 * Must run in the transaction that stores a value wrapped by this key, so that no value is stored under a rotated key.
 *
 * @throws MasterKeyError `master_key.wrong`.
 */
export async function demandMasterKey(
  transaction: DatabaseTransaction,
  { id }: Pick<MasterKey, 'id'>,
): Promise<void> {
  // No id is stored where parts of the service run alone, as in tests.
  const inUse = await holdMasterKeyID(transaction);
  if (inUse !== undefined && inUse !== id) throw rotatedAway();
}

/** Asserts that this key is still in use. @throws MasterKeyError `master_key.wrong`. */
export async function checkMasterKey(handle: DatabaseHandle, { id }: Pick<MasterKey, 'id'>): Promise<void> {
  if ((await findMasterKeyID(handle)) !== id) throw rotatedAway();
}

const rotatedAway = () =>
  new MasterKeyError('master_key.wrong', 'the master key was rotated: restart this node with the new one');
