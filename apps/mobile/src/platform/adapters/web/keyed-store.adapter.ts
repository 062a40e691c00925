import { StorageError } from '../../ports/storage.errors.ts';

const storeName = 'values';

/** Values by key in one IndexedDB store; it keeps CryptoKeys without ever making their bytes readable. */
export type KeyedStore = {
  get<T>(key: string): Promise<T | undefined>;
  put(key: string, value: unknown): Promise<void>;
  /** Keeps what stands there already, in one transaction: two tabs that race get the same value. */
  add<T>(key: string, value: T): Promise<T>;
  remove(key: string): Promise<void>;
};

const settled = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(new StorageError('storage.unavailable', { cause: request.error }));
  });

function openStore(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(storeName);
  return settled(request);
}

export function createKeyedStore(name: string): KeyedStore {
  let opened: Promise<IDBDatabase> | undefined;
  const store = async (mode: IDBTransactionMode) => {
    opened ??= openStore(name);
    const database = await opened.catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return database.transaction(storeName, mode).objectStore(storeName);
  };
  return {
    get: async <T>(key: string) => (await settled((await store('readonly')).get(key))) as T | undefined,
    put: async (key, value) => void (await settled((await store('readwrite')).put(value, key))),
    async add<T>(key: string, value: T) {
      const values = await store('readwrite');
      const present = (await settled(values.get(key))) as T | undefined;
      if (present !== undefined) return present;
      await settled(values.add(value, key));
      return value;
    },
    remove: async (key) => settled((await store('readwrite')).delete(key)),
  };
}
