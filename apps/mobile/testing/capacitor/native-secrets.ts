import { NativeError } from './bridge.ts';

type Item = { readonly prefixedKey: string; readonly data: string };

/** The answers of @aparajita/capacitor-secure-storage's native side. */
export function nativeSecrets() {
  const kept = new Map<string, string>();
  // The keystore lost its keys while the values stayed.
  let isLost = false;
  // A locked Keychain answers reads with nothing, and takes no writes.
  let isLocked = false;
  return {
    lock: (locked: boolean) => {
      isLocked = locked;
    },
    loseKeys: () => {
      isLost = true;
    },
    /** What a former installation left. */
    leave: (key: string, text: string) => void kept.set(`capacitor-storage_${key}`, JSON.stringify(text)),
    /** Our own plugin, which says what that of the values does not. */
    keychain: {
      status: async ({ account }: { account: string }) => {
        if (isLocked) return { status: 'locked' };
        return { status: kept.has(account) ? 'stored' : 'missing' };
      },
    },
    plugin: {
      internalClearItemsWithPrefix: async ({ prefix }: { prefix: string }) => {
        for (const key of kept.keys()) if (key.startsWith(prefix)) kept.delete(key);
      },
      internalSetItem: async ({ prefixedKey, data }: Item) => {
        if (isLocked) throw new NativeError('osError');
        isLost = false;
        kept.set(prefixedKey, data);
      },
      internalGetItem: async ({ prefixedKey }: Item) => {
        if (isLocked) return { data: null };
        if (isLost && kept.has(prefixedKey)) throw new NativeError('osError');
        return { data: kept.get(prefixedKey) ?? null };
      },
      internalRemoveItem: async ({ prefixedKey }: Item) => ({ success: kept.delete(prefixedKey) }),
    },
  };
}
