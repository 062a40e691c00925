import { KeychainAccess, SecureStorage } from '@aparajita/capacitor-secure-storage';
import type { SecretsPort } from '../../ports/secrets.port.ts';

/** Keystore and Keychain; nothing of it moves to another device or into a backup. */
export function createCapacitorSecrets(): SecretsPort {
  return {
    async get(key) {
      const value = await SecureStorage.get(key, false, false);
      return typeof value === 'string' ? value : null;
    },
    set: (key, value) =>
      SecureStorage.set(key, value, false, false, KeychainAccess.whenUnlockedThisDeviceOnly),
    remove: async (key) => void (await SecureStorage.remove(key, false)),
  };
}
