import { KeychainAccess, SecureStorage } from '@aparajita/capacitor-secure-storage';
import type { SecretsPort } from '../../ports/secrets.port.ts';

/** What the plugin says where the key does not open the value, or where what lies there is no such value. */
const unreadable = new Set(['osError', 'invalidData']);
const isUnreadable = (error: unknown) =>
  error instanceof Error && 'code' in error && unreadable.has(String(error.code));

async function read(key: string): Promise<string | null> {
  const value = await SecureStorage.get(key, false, false);
  return typeof value === 'string' ? value : null;
}

/** Keystore and Keychain; nothing of it moves to another device or into a backup. */
export function createCapacitorSecrets(): SecretsPort {
  return {
    async get(key) {
      try {
        return await read(key);
      } catch (error) {
        if (!isUnreadable(error)) throw error;
        // A keystore can be busy; what it refuses twice is lost, and whoever needs it signs in again.
        return read(key).catch(() => null);
      }
    },
    set: (key, value) =>
      SecureStorage.set(key, value, false, false, KeychainAccess.whenUnlockedThisDeviceOnly),
    remove: async (key) => void (await SecureStorage.remove(key, false)),
  };
}
