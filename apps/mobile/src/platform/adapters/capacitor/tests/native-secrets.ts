import { NativeError } from './bridge.ts';

type Item = { readonly prefixedKey: string; readonly data: string };

/** The answers of @aparajita/capacitor-secure-storage's native side. */
export function nativeSecrets() {
  const kept = new Map<string, string>();
  // The keystore lost its keys while the values stayed.
  let isLost = false;
  return {
    loseKeys: () => {
      isLost = true;
    },
    /** What a former installation left. */
    leave: (key: string, text: string) => void kept.set(`capacitor-storage_${key}`, JSON.stringify(text)),
    plugin: {
      internalClearItemsWithPrefix: async ({ prefix }: { prefix: string }) => {
        for (const key of kept.keys()) if (key.startsWith(prefix)) kept.delete(key);
      },
      internalSetItem: async ({ prefixedKey, data }: Item) => {
        isLost = false;
        kept.set(prefixedKey, data);
      },
      internalGetItem: async ({ prefixedKey }: Item) => {
        if (isLost && kept.has(prefixedKey)) throw new NativeError('osError');
        return { data: kept.get(prefixedKey) ?? null };
      },
      internalRemoveItem: async ({ prefixedKey }: Item) => ({ success: kept.delete(prefixedKey) }),
    },
  };
}
