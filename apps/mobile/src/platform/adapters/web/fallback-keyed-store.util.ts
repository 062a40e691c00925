import type { KeyedStore } from './keyed-store.util.ts';

/** Values that last as long as the page. */
export function createPageKeyedStore(): KeyedStore {
  const values = new Map<string, unknown>();
  return {
    get: async <T>(key: string) => values.get(key) as T | undefined,
    put: async (key, value) => void values.set(key, value),
    add: async <T>(key: string, value: T) => {
      if (!values.has(key)) values.set(key, value);
      return values.get(key) as T;
    },
    remove: async (key) => void values.delete(key),
  };
}

/**
 * The stored values, or the page's own if the first read shows that the browser stores nothing: a sign-in lasts then
 * until the page is closed. The decision holds for the page, so that no value is written to one and read from the
 * other.
 */
export function withPageFallback(stored: KeyedStore): KeyedStore {
  let chosen: Promise<KeyedStore> | undefined;
  const values = () => {
    chosen ??= stored.get('probe').then(
      () => stored,
      () => createPageKeyedStore(),
    );
    return chosen;
  };
  return {
    get: async (key) => (await values()).get(key),
    put: async (key, value) => (await values()).put(key, value),
    add: async (key, value) => (await values()).add(key, value),
    remove: async (key) => (await values()).remove(key),
  };
}
