import { KeychainAccess, SecureStorage } from '@aparajita/capacitor-secure-storage';
import { Capacitor } from '@capacitor/core';
import type { SecretsPort } from '../../ports/secrets.port.ts';
import { StorageError } from '../../ports/storage.errors.ts';
import type { KeyedStore } from '../web/keyed-store.adapter.ts';
import { assertMissing } from './keychain.adapter.ts';

/** What the plugin says where the key does not open the value, or where what lies there is no such value. */
const unreadable = new Set(['osError', 'invalidData']);
const isUnreadable = (error: unknown) =>
  error instanceof Error && 'code' in error && unreadable.has(String(error.code));

async function readOnce(key: string): Promise<string | null> {
  const value = await SecureStorage.get(key, false, false);
  return typeof value === 'string' ? value : null;
}

/** The plugin answers the same for a locked Keychain as for none. */
async function read(key: string): Promise<string | null> {
  const value = await readOnce(key);
  if (value !== null || Capacitor.getPlatform() !== 'ios') return value;
  // Unlocked between the two: the second reading has it.
  return (await assertMissing(`${await SecureStorage.getKeyPrefix()}${key}`)) ? null : readOnce(key);
}

const mark = 'secrets.mine';

/** The Keychain outlives the app: what a former installation left there is not of this one, whose keys are new. */
async function forgetFormerLife(store: KeyedStore): Promise<void> {
  if (Capacitor.getPlatform() !== 'ios' || (await store.get<boolean>(mark)) === true) return;
  await SecureStorage.clear(false);
  await store.put(mark, true);
}

/** Keystore and Keychain; nothing of it moves to another device or into a backup. `store` goes with the app. */
export function createCapacitorSecrets(store: KeyedStore): SecretsPort {
  let forgetting: Promise<void> | undefined;
  const own = () => {
    // Where that cannot be known or done, what is there stays: it is tried again at the next start.
    forgetting ??= forgetFormerLife(store).catch(() => undefined);
    return forgetting;
  };
  return {
    async get(key) {
      await own();
      try {
        return await read(key);
      } catch (error) {
        if (!isUnreadable(error)) throw error;
        // A keystore can be busy; what it refuses twice is lost, and whoever needs it signs in again.
        return read(key).catch((second: unknown) => {
          if (second instanceof StorageError) throw second;
          return null;
        });
      }
    },
    async set(key, value) {
      await own();
      await SecureStorage.set(key, value, false, false, KeychainAccess.whenUnlockedThisDeviceOnly);
    },
    async remove(key) {
      await own();
      await SecureStorage.remove(key, false);
    },
  };
}
