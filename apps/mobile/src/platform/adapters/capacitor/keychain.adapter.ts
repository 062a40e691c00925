import { registerPlugin } from '@capacitor/core';
import type { KeychainPlugin, KeychainStatus } from '@sealflow/native-shell';
import { StorageError } from '../../ports/storage.errors.ts';

/** What iOS says of the Keychain's items; registered once, as Capacitor wants it. */
export const Keychain = registerPlugin<KeychainPlugin>('Keychain');

/** @throws StorageError where it cannot be known whether the item is there. */
export function assertKnown(status: KeychainStatus): asserts status is 'stored' | 'missing' {
  if (status === 'stored' || status === 'missing') return;
  throw new StorageError(status === 'locked' ? 'storage.locked' : 'storage.unavailable');
}

/**
 * Makes sure of an item that a plugin has not found.
 * @returns false where the item is there.
 * @throws StorageError where it cannot be known.
 */
export async function assertMissing(account: string): Promise<boolean> {
  const { status } = await Keychain.status({ account });
  assertKnown(status);
  return status === 'missing';
}
