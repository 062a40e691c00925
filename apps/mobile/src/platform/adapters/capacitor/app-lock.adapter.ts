import { BiometricAuth } from '@aparajita/capacitor-biometric-auth';
import type { AppLockPort } from '../../ports/app-lock.port.ts';
import { fromBase64, toBase64 } from '../base64.adapter.ts';
import { BoundKey } from './bound-key.adapter.ts';
import { watchSight } from './sight.adapter.ts';

/** Fingerprint or face, with a Keystore or Keychain key that only they unlock. */
export function createCapacitorAppLock(): AppLockPort {
  // The system's prompt itself takes the app out of the foreground; that does not count as leaving the app.
  let questions = 0;
  const asking = async <T>(question: () => Promise<T>): Promise<T | null> => {
    questions += 1;
    try {
      return await question();
    } catch {
      return null;
    } finally {
      questions -= 1;
    }
  };
  return {
    canEnrol: async () => {
      const found = await BiometricAuth.checkBiometry().catch(() => null);
      return found?.strongBiometryIsAvailable === true;
    },
    enrol: ({ id }) =>
      asking(async () => {
        await BoundKey.create({ id });
        return { id, salt: toBase64(crypto.getRandomValues(new Uint8Array(32))) };
      }),
    key: ({ id, salt }, question) =>
      asking(async () => fromBase64((await BoundKey.derive({ id, salt, ...question })).secret)),
    watch: (listener) => watchSight(listener, () => questions > 0),
  };
}
