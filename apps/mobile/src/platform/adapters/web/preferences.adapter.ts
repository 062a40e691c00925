import type { PreferencesPort } from '../../ports/preferences.port.ts';

export type PreferenceStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** Local storage, with the key names of the specification. */
export function createWebPreferences(storage: PreferenceStorage): PreferencesPort {
  return {
    get: async (key) => storage.getItem(key),
    getSync: (key) => storage.getItem(key),
    set: async (key, value) => storage.setItem(key, value),
    remove: async (key) => storage.removeItem(key),
    clear: async (prefixes) => {
      const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
      for (const key of keys) {
        if (prefixes.some((prefix) => key.startsWith(prefix))) storage.removeItem(key);
      }
    },
  };
}

/** String storage that lasts as long as the page. */
function createPageStorage(): PreferenceStorage {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
    key: (index) => [...values.keys()][index] ?? null,
    get length() {
      return values.size;
    },
  };
}

/**
 * The browser's local storage, or the page's memory where the browser denies storage: access to `localStorage` throws
 * there. Such a page is denied locks as well, but only when it requests one: they are removed, so that callers behave
 * as in a browser without locks. No other page shares data with this one.
 */
export function localStorageOrMemory(): PreferenceStorage {
  try {
    // Null in an embedded browser whose host app disabled it.
    return (globalThis as { readonly localStorage: Storage | null }).localStorage ?? createPageStorage();
  } catch {
    Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true });
    return createPageStorage();
  }
}
