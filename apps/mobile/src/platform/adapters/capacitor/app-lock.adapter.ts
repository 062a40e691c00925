import { BiometricAuth } from '@aparajita/capacitor-biometric-auth';
import { fromBase64, toBase64 } from '@sealflow/tdf/base64';
import type { AppLockPort } from '../../ports/app-lock.port.ts';
import { randomBytes } from '../../random.util.ts';
import { watchVisibility } from './app-visibility.util.ts';
import { BoundKey } from './bound-key.util.ts';

/** Fingerprint or face, with a Keystore or Keychain key that only they unlock. */
export function createCapacitorAppLock(): AppLockPort {
  // The system's prompt itself takes the app out of the foreground; that does not count as leaving the app.
  let openPrompts = 0;
  const withSystemPrompt = async <T>(question: () => Promise<T>): Promise<T | null> => {
    openPrompts += 1;
    try {
      return await question();
    } catch {
      return null;
    } finally {
      openPrompts -= 1;
    }
  };
  return {
    canEnrol: async () => {
      const found = await BiometricAuth.checkBiometry().catch(() => null);
      return found?.strongBiometryIsAvailable === true;
    },
    enrol: ({ id }) =>
      withSystemPrompt(async () => {
        await BoundKey.create({ id });
        return { id, salt: toBase64(randomBytes(32)) };
      }),
    deriveKey: ({ id, salt }, question) =>
      withSystemPrompt(async () => fromBase64((await BoundKey.derive({ id, salt, ...question })).secret)),
    watch: (listener) => watchVisibility(listener, () => openPrompts > 0),
  };
}
