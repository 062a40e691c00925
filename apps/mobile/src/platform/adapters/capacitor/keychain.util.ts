import { registerPlugin } from '@capacitor/core';
import type { KeychainPlugin, KeychainStatus } from '@sealflow/native-shell';
import { StorageError } from '../../ports/storage.errors.ts';

/** Status of Keychain items on iOS; Capacitor requires a single registration. */
export const Keychain = registerPlugin<KeychainPlugin>('Keychain');

/** @throws StorageError if the status does not show whether the item exists. */
export function assertKnown(status: KeychainStatus): asserts status is 'stored' | 'missing' {
  if (status === 'stored' || status === 'missing') return;
  throw new StorageError(status === 'locked' ? 'storage.locked' : 'storage.unavailable');
}

/**
 * Confirms that an item which a plugin did not find is missing.
 * @returns false if the item exists.
 * @throws StorageError if the status is unknown.
 */
export async function assertMissing(account: string): Promise<boolean> {
  const { status } = await Keychain.status({ account });
  assertKnown(status);
  return status === 'missing';
}
