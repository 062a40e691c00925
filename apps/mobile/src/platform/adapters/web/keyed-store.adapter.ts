import { StorageError } from '../../ports/storage.errors.ts';
import { type PageTransactions, pageTransactions } from './page-transactions.ts';

const storeName = 'values';

/** Values by key in one IndexedDB store; it stores CryptoKeys without making their bytes readable. */
export type KeyedStore = {
  /** Undefined also for a value that this device cannot read. */
  get<T>(key: string): Promise<T | undefined>;
  put(key: string, value: unknown): Promise<void>;
  /**
   * Stores the value if no usable one exists, in one transaction: two tabs that race get the same value. An
   * unreadable value is replaced.
   */
  add<T>(key: string, value: T, isUsable?: (present: T) => boolean): Promise<T>;
  remove(key: string): Promise<void>;
};

/** Errors of a lost connection: iOS closes those of a suspended app, and another tab may request a newer store. */
const lostNames = new Set(['InvalidStateError', 'UnknownError', 'AbortError', 'TransactionInactiveError']);

/** WebKit cannot read the CryptoKeys of a store that came from another device: they count as missing. */
const isUnreadable = (error: unknown) => error instanceof DOMException && error.name === 'DataCloneError';

const settled = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = (event) => {
      // Prevents the abort of the transaction: an unreadable value may be replaced in it.
      if (isUnreadable(request.error)) event.preventDefault();
      reject(request.error);
    };
  });

async function readable<T>(request: IDBRequest): Promise<T | undefined> {
  try {
    return ((await settled(request)) as T | null | undefined) ?? undefined;
  } catch (error) {
    if (isUnreadable(error)) return undefined;
    throw error;
  }
}

type OpenDeps = { readonly transactions: PageTransactions; readonly onLost: () => void };

async function openStore(name: string, { transactions, onLost }: OpenDeps): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(storeName);
    // Last, because it aborts the transaction of a page that was left meanwhile.
    if (request.transaction) transactions.follow(request.transaction);
  };
  const database = await settled(request);
  database.onclose = onLost;
  // Another tab opens a newer version or deletes the store: without this its request would wait for this page to end.
  database.onversionchange = () => {
    onLost();
    database.close();
  };
  return database;
}

const isLost = (error: unknown) => error instanceof DOMException && lostNames.has(error.name);

/** Commits without another turn of the event loop: a page that is left right afterwards has stored the value. */
function committed<T>(request: IDBRequest<T>): IDBRequest<T> {
  request.transaction?.commit();
  return request;
}

export function createKeyedStore(
  name: string,
  transactions: PageTransactions = pageTransactions,
): KeyedStore {
  let opened: Promise<IDBDatabase> | undefined;
  const forget = () => {
    opened = undefined;
  };

  async function attempt<T>(
    mode: IDBTransactionMode,
    work: (values: IDBObjectStore) => Promise<T>,
  ): Promise<T> {
    opened ??= openStore(name, { transactions, onLost: forget });
    const database = await opened.catch((error: unknown) => {
      forget();
      throw error;
    });
    return work(transactions.follow(database.transaction(storeName, mode)).objectStore(storeName));
  }

  /** One transaction per call: a lost connection leaves it complete or undone, and every call is idempotent. */
  async function within<T>(
    mode: IDBTransactionMode,
    work: (values: IDBObjectStore) => Promise<T>,
  ): Promise<T> {
    try {
      return await transactions.run(() =>
        attempt(mode, work).catch((error: unknown) => {
          if (!isLost(error)) throw error;
          forget();
          return attempt(mode, work);
        }),
      );
    } catch (error) {
      throw error instanceof StorageError ? error : new StorageError('storage.unavailable', { cause: error });
    }
  }

  return {
    get: (key) => within('readonly', (values) => readable(committed(values.get(key)))),
    put: (key, value) =>
      within('readwrite', async (values) => void (await settled(committed(values.put(value, key))))),
    add: <T>(key: string, value: T, isUsable: (present: T) => boolean = () => true) =>
      within('readwrite', async (values) => {
        const present = await readable<T>(values.get(key));
        if (present !== undefined && isUsable(present)) return present;
        await settled(committed(values.put(value, key)));
        return value;
      }),
    remove: (key) => within('readwrite', (values) => settled(committed(values.delete(key)))),
  };
}
