import { NativeError } from './bridge.ts';

type Item = { readonly prefixedKey: string; readonly data: string };

/** The answers of @aparajita/capacitor-secure-storage's native side. */
export function nativeSecrets() {
  const stored = new Map<string, string>();
  // True after the keystore has lost its keys. The values remain.
  let isLost = false;
  // A locked keychain answers reads with null and rejects writes.
  let isLocked = false;
  return {
    lock: (locked: boolean) => {
      isLocked = locked;
    },
    loseKeys: () => {
      isLost = true;
    },
    /** Stores a value of an earlier installation. */
    leave: (key: string, text: string) => void stored.set(`capacitor-storage_${key}`, JSON.stringify(text)),
    /** The plugin of this app. Unlike the storage plugin it distinguishes a locked keychain from a missing value. */
    keychain: {
      status: async ({ account }: { account: string }) => {
        if (isLocked) return { status: 'locked' };
        return { status: stored.has(account) ? 'stored' : 'missing' };
      },
    },
    plugin: {
      internalClearItemsWithPrefix: async ({ prefix }: { prefix: string }) => {
        for (const key of stored.keys()) if (key.startsWith(prefix)) stored.delete(key);
      },
      internalSetItem: async ({ prefixedKey, data }: Item) => {
        if (isLocked) throw new NativeError('osError');
        isLost = false;
        stored.set(prefixedKey, data);
      },
      internalGetItem: async ({ prefixedKey }: Item) => {
        if (isLocked) return { data: null };
        if (isLost && stored.has(prefixedKey)) throw new NativeError('osError');
        return { data: stored.get(prefixedKey) ?? null };
      },
      internalRemoveItem: async ({ prefixedKey }: Item) => ({ success: stored.delete(prefixedKey) }),
    },
  };
}
