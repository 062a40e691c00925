import type { SecretKey, SecretsPort } from '../ports/secrets.port.ts';
import { useAppLockStore } from './app-lock.store.ts';
import { isSealedText } from './sealed-text.util.ts';

/** Secrets that stay sealed until the lock is open: with them the service would accept their holder as the user. */
export const lockedKeys: readonly SecretKey[] = ['token', 'session'];

export type LockedSecrets = ReturnType<typeof createLockedSecrets>;

/** Loaded on use: most users have no lock, so the first screen does not need the cryptography. */
const cryptography = () => import('./lock-key.util.ts');

/**
 * Secrets of which some are sealed with the lock key, which exists only between unlocking and locking. A read of a
 * sealed secret waits meanwhile, so that nothing is requested from the service behind a locked screen.
 */
export function createLockedSecrets(secrets: SecretsPort) {
  let key: CryptoKey | null = null;
  let waiters: ((isOpen: boolean) => void)[] = [];

  const resumeWaiters = (isOpen: boolean) => {
    const woken = waiters;
    waiters = [];
    for (const resume of woken) resume(isOpen);
  };
  /** Resolves true once the lock is open, false if the sealed secrets were discarded. */
  const waitForUnlock = () => new Promise<boolean>((resolve) => waiters.push(resolve));
  async function get(name: SecretKey): Promise<string | null> {
    const stored = await secrets.get(name);
    if (!isSealedText(stored)) return stored;
    const plain = key === null ? null : await (await cryptography()).openText(key, stored);
    if (plain !== null) return plain;
    // Another tab may have sealed it under another key, which must be unlocked here too.
    key = null;
    const opened = waitForUnlock();
    useAppLockStore.setState({ isLocked: true });
    await opened;
    return get(name);
  }
  async function set(name: SecretKey, value: string): Promise<void> {
    if (!lockedKeys.includes(name)) return secrets.set(name, value);
    const isOn = (await secrets.get('lock')) !== null;
    if (isOn && key !== null) {
      const { sealText } = await cryptography();
      return secrets.set(name, await sealText(key, value));
    }
    // It was read before the lock closed: sealed as soon as the lock opens, or dropped if the secrets are discarded.
    if (isOn && useAppLockStore.getState().isLocked) {
      if (await waitForUnlock()) await set(name, value);
      return;
    }
    // Only a new sign-in writes without having read: the previous lock is deleted, as for a user who forgot the PIN.
    if (isOn) await secrets.remove('lock');
    key = null;
    useAppLockStore.setState({ record: null });
    return secrets.set(name, value);
  }
  return {
    secrets: { get, set, remove: (name) => secrets.remove(name) } satisfies SecretsPort,
    open: (opened: CryptoKey) => {
      key = opened;
      resumeWaiters(true);
    },
    close: () => {
      key = null;
    },
    /** Resumes all waiting reads after the sealed secrets were deleted. */
    discard: () => {
      key = null;
      resumeWaiters(false);
    },
  };
}
