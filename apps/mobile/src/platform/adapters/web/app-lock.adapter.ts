import type { AppLockPort } from '../../ports/app-lock.port.ts';

/** Most people have no lock, and then the first screen does without it. */
const webAuthn = () => import('./webauthn.adapter.ts');

/**
 * WebAuthn with the browser's own authenticator. Its yes alone would be worth no more than the script that asks, so
 * only one that derives a secret (the PRF extension) is taken: a key then opens by it, and by nothing else.
 */
export function createWebAppLock(): AppLockPort {
  return {
    canEnrol: async () =>
      'PublicKeyCredential' in window &&
      (await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false)),
    enrol: async (person) => (await webAuthn()).enrol(person),
    key: async (enrolment) => (await webAuthn()).key(enrolment),
    watch(listener) {
      const tell = () => listener(document.visibilityState === 'visible' ? 'seen' : 'gone');
      document.addEventListener('visibilitychange', tell);
      return () => document.removeEventListener('visibilitychange', tell);
    },
  };
}
