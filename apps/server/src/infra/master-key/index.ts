import type { DatabaseHandle, DatabaseTransaction } from '../database/index.ts';
import { MasterKeyError } from './master-key.errors.ts';
import { findMasterKeyID, insertMasterKeyIDOnce, lockMasterKeyID } from './master-key.repository.ts';
import { type MasterKey, type MasterKeyOptions, openMasterKey } from './master-key.util.ts';

export { unwrapAtRest, wrapAtRest } from './key-wrapping.util.ts';
export { MasterKeyError, type MasterKeyErrorCode } from './master-key.errors.ts';
export { findMasterKeyID, replaceMasterKeyID } from './master-key.repository.ts';
export { type MasterKey, type MasterKeyOptions, openOrCreateMasterKey } from './master-key.util.ts';
export { rewrapColumn, type WrappedColumn } from './rewrap.repository.ts';

/**
 * Opens the master key of this database, or creates it at the first start.
 *
 * @throws MasterKeyError if it is missing or is not the key that wraps the stored keys.
 */
export async function openServiceMasterKey(
  handle: DatabaseHandle,
  options: Omit<MasterKeyOptions, 'hasWrappedKeys'>,
): Promise<MasterKey> {
  const storedID = await findMasterKeyID(handle);
  const key = await openMasterKey({ ...options, hasWrappedKeys: storedID !== undefined });
  if ((await insertMasterKeyIDOnce(handle, key.id)) === key.id) return key;
  throw new MasterKeyError(
    'master_key.wrong',
    `the master key ${key.path === null ? 'of MASTER_KEY' : `in ${key.path}`} is not the one that wraps the ` +
      'stored keys: set MASTER_KEY_FILE (or MASTER_KEY) to the right one',
  );
}

/**
 * Must run in the transaction that stores a value wrapped by this key, so that no value is stored under a rotated key.
 *
 * @throws MasterKeyError `master_key.wrong`.
 */
export async function lockMasterKey(
  transaction: DatabaseTransaction,
  { id }: Pick<MasterKey, 'id'>,
): Promise<void> {
  // No id is stored where parts of the service run alone, as in tests.
  const inUse = await lockMasterKeyID(transaction);
  if (inUse !== undefined && inUse !== id) throw rotatedKeyError();
}

/** Asserts that this key is still in use. @throws MasterKeyError `master_key.wrong`. */
export async function assertMasterKeyInUse(
  handle: DatabaseHandle,
  { id }: Pick<MasterKey, 'id'>,
): Promise<void> {
  if ((await findMasterKeyID(handle)) !== id) throw rotatedKeyError();
}

const rotatedKeyError = () =>
  new MasterKeyError(
    'master_key.wrong',
    'the master key was rotated: restart this node with the new master key',
  );
