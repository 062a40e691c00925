import { fromBase64, toBase64 } from '@sealflow/tdf/base64';
import type { AppLockPort } from '../../ports/app-lock.port.ts';
import type { ScreenGuardPort } from '../../ports/screen-guard.port.ts';
import { randomBytes } from '../../random.util.ts';

export type MemoryPerson = {
  /** Whether the device can verify its user. */
  canVerify: boolean;
  /** Whether the user passes the verification. */
  isVerified: boolean;
};

/** A device with one user, whose verification succeeds as `person` says. */
export function createMemoryAppLock(person: MemoryPerson, watch: AppLockPort['watch']): AppLockPort {
  const secret = randomBytes(32);
  return {
    canEnrol: async () => person.canVerify,
    enrol: async ({ id }) => (person.isVerified ? { id, salt: toBase64(randomBytes(32)) } : null),
    deriveKey: async ({ salt }) => {
      if (!person.isVerified) return null;
      const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, [
        'sign',
      ]);
      return new Uint8Array(await crypto.subtle.sign('HMAC', key, fromBase64(salt)));
    },
    watch,
  };
}

/** State of the device's screen that a test sets, and whether captures are blocked. */
export type MemoryScreen = { canBlock: boolean; fails: boolean; isBlocked: boolean };

export const memoryScreen = (): MemoryScreen => ({ canBlock: false, fails: false, isBlocked: false });

/** A screen that records whether captures are blocked. */
export const createMemoryScreenGuard = (screen: MemoryScreen): ScreenGuardPort => ({
  get canBlock() {
    return screen.canBlock;
  },
  block: async (on) => {
    if (screen.fails || !screen.canBlock) throw new Error('screen captures cannot be blocked');
    screen.isBlocked = on;
  },
});
