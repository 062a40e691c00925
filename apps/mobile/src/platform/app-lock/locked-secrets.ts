import type { SecretKey, SecretsPort } from '../ports/secrets.port.ts';
import { useAppLockStore } from './app-lock.store.ts';
import { isSealedText } from './lock-mark.ts';

/** What nobody gets before the lock is open: with these the service would take them for the person. */
export const lockedKeys: readonly SecretKey[] = ['token', 'session'];

export type LockedSecrets = ReturnType<typeof createLockedSecrets>;

/** Most people have no lock, and then the first screen does without its cryptography. */
const cryptography = () => import('./lock-key.ts');

/**
 * The secrets with a second key over some of them, which is there only between unlocking and locking. Whoever reads
 * such a secret meanwhile waits, so that nothing is asked of the service behind a locked screen.
 */
export function createLockedSecrets(secrets: SecretsPort) {
  let key: CryptoKey | null = null;
  let waiting: ((isOpen: boolean) => void)[] = [];

  const wake = (isOpen: boolean) => {
    const woken = waiting;
    waiting = [];
    for (const go of woken) go(isOpen);
  };
  /** Resolves true once the lock is open, false where what it kept was given up. */
  const opening = () => new Promise<boolean>((resolve) => waiting.push(resolve));
  async function get(name: SecretKey): Promise<string | null> {
    const stored = await secrets.get(name);
    if (!isSealedText(stored)) return stored;
    const plain = key === null ? null : await (await cryptography()).openText(key, stored);
    if (plain !== null) return plain;
    // Another tab may have sealed it anew under another key: that one has to be opened here too.
    key = null;
    const opened = opening();
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
    // It was read before the lock closed: sealed as soon as it can be, or gone with all that is given up.
    if (isOn && useAppLockStore.getState().isLocked) {
      if (await opening()) await set(name, value);
      return;
    }
    // Only a new sign-in writes without having read: the lock of before goes, as for whoever forgot the PIN.
    if (isOn) await secrets.remove('lock');
    key = null;
    useAppLockStore.setState({ record: null });
    return secrets.set(name, value);
  }
  return {
    secrets: { get, set, remove: (name) => secrets.remove(name) } satisfies SecretsPort,
    open: (opened: CryptoKey) => {
      key = opened;
      wake(true);
    },
    close: () => {
      key = null;
    },
    /** Lets everybody read again, after what was sealed has gone. */
    giveUp: () => {
      key = null;
      wake(false);
    },
  };
}
