import { KeychainAccess, SecureStorage } from '@aparajita/capacitor-secure-storage';
import { Capacitor } from '@capacitor/core';
import type { SecretsPort } from '../../ports/secrets.port.ts';
import { StorageError } from '../../ports/storage.errors.ts';
import type { KeyedStore } from '../web/keyed-store.util.ts';
import { assertMissing } from './keychain.util.ts';

/** Error codes of the plugin for a value that the key does not decrypt, or that is not a valid value. */
const unreadableCodes = new Set(['osError', 'invalidData']);
const isUnreadable = (error: unknown) =>
  error instanceof Error && 'code' in error && unreadableCodes.has(String(error.code));

async function readOnce(key: string): Promise<string | null> {
  const value = await SecureStorage.get(key, false, false);
  return typeof value === 'string' ? value : null;
}

/** The plugin returns null both for a locked Keychain and for a missing item. */
async function read(key: string): Promise<string | null> {
  const value = await readOnce(key);
  if (value !== null || Capacitor.getPlatform() !== 'ios') return value;
  // The phone may have been unlocked in between; the second read finds the value then.
  return (await assertMissing(`${await SecureStorage.getKeyPrefix()}${key}`)) ? null : readOnce(key);
}

const installMarkKey = 'secrets.mine';

/** The Keychain outlives the app: items of a previous installation are invalid, because this one has new keys. */
async function clearPreviousInstall(store: KeyedStore): Promise<void> {
  if (Capacitor.getPlatform() !== 'ios' || (await store.get<boolean>(installMarkKey)) === true) return;
  await SecureStorage.clear(false);
  await store.put(installMarkKey, true);
}

/**
 * Keystore and Keychain; values never move to another device or into a backup. `store` is deleted together with the
 * app.
 */
export function createCapacitorSecrets(store: KeyedStore): SecretsPort {
  let clearing: Promise<void> | undefined;
  const whenCleared = () => {
    // If the check or the deletion fails, the items stay, and the next start tries again.
    clearing ??= clearPreviousInstall(store).catch(() => undefined);
    return clearing;
  };
  return {
    async get(key) {
      await whenCleared();
      try {
        return await read(key);
      } catch (error) {
        if (!isUnreadable(error)) throw error;
        // A keystore can be busy; a value that fails twice is lost, and the user signs in again.
        return read(key).catch((secondError: unknown) => {
          if (secondError instanceof StorageError) throw secondError;
          return null;
        });
      }
    },
    async set(key, value) {
      await whenCleared();
      await SecureStorage.set(key, value, false, false, KeychainAccess.whenUnlockedThisDeviceOnly);
    },
    async remove(key) {
      await whenCleared();
      await SecureStorage.remove(key, false);
    },
  };
}
