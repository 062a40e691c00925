import type { AppLockPort } from '../../ports/app-lock.port.ts';

/** Loaded on use: most users have no lock, so the first screen does not need the code. */
const webAuthn = () => import('./webauthn.util.ts');

/**
 * WebAuthn with the platform authenticator. A bare confirmation could be faked by a script, so only an authenticator
 * that derives a secret (the PRF extension) is accepted: that secret is the only way to unlock the key.
 */
export function createWebAppLock(): AppLockPort {
  return {
    canEnrol: async () =>
      'PublicKeyCredential' in window &&
      (await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false)),
    enrol: async (person) => (await webAuthn()).enrol(person),
    deriveKey: async (enrolment) => (await webAuthn()).deriveKey(enrolment),
    watch(listener) {
      const notify = () => listener(document.visibilityState === 'visible' ? 'seen' : 'gone');
      document.addEventListener('visibilitychange', notify);
      return () => document.removeEventListener('visibilitychange', notify);
    },
  };
}
