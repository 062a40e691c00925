import { StorageError } from '../../ports/storage.errors.ts';
import { type PageTransactions, pageTransactions } from './page-transactions.util.ts';

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
const connectionLostNames = new Set([
  'InvalidStateError',
  'UnknownError',
  'AbortError',
  'TransactionInactiveError',
]);

/** WebKit cannot read the CryptoKeys of a store that came from another device: they count as missing. */
const isUnreadable = (error: unknown) => error instanceof DOMException && error.name === 'DataCloneError';

const toPromise = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = (event) => {
      // Prevents the abort of the transaction: an unreadable value may be replaced in it.
      if (isUnreadable(request.error)) event.preventDefault();
      reject(request.error);
    };
  });

async function readOrUndefined<T>(request: IDBRequest): Promise<T | undefined> {
  try {
    return ((await toPromise(request)) as T | null | undefined) ?? undefined;
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
    if (request.transaction) transactions.track(request.transaction);
  };
  const database = await toPromise(request);
  database.onclose = onLost;
  // Another tab opens a newer version or deletes the store: without this its request would wait for this page to end.
  database.onversionchange = () => {
    onLost();
    database.close();
  };
  return database;
}

const isConnectionLost = (error: unknown) =>
  error instanceof DOMException && connectionLostNames.has(error.name);

/** Commits without another turn of the event loop: a page that is left right afterwards has stored the value. */
function withCommit<T>(request: IDBRequest<T>): IDBRequest<T> {
  request.transaction?.commit();
  return request;
}

export function createKeyedStore(
  name: string,
  transactions: PageTransactions = pageTransactions,
): KeyedStore {
  let opened: Promise<IDBDatabase> | undefined;
  const dropConnection = () => {
    opened = undefined;
  };

  async function attempt<T>(
    mode: IDBTransactionMode,
    work: (values: IDBObjectStore) => Promise<T>,
  ): Promise<T> {
    opened ??= openStore(name, { transactions, onLost: dropConnection });
    const database = await opened.catch((error: unknown) => {
      dropConnection();
      throw error;
    });
    return work(transactions.track(database.transaction(storeName, mode)).objectStore(storeName));
  }

  /** One transaction per call: a lost connection leaves it complete or undone, and every call is idempotent. */
  async function inTransaction<T>(
    mode: IDBTransactionMode,
    work: (values: IDBObjectStore) => Promise<T>,
  ): Promise<T> {
    try {
      return await transactions.run(() =>
        attempt(mode, work).catch((error: unknown) => {
          if (!isConnectionLost(error)) throw error;
          dropConnection();
          return attempt(mode, work);
        }),
      );
    } catch (error) {
      throw error instanceof StorageError ? error : new StorageError('storage.unavailable', { cause: error });
    }
  }

  return {
    get: (key) => inTransaction('readonly', (values) => readOrUndefined(withCommit(values.get(key)))),
    put: (key, value) =>
      inTransaction(
        'readwrite',
        async (values) => void (await toPromise(withCommit(values.put(value, key)))),
      ),
    add: <T>(key: string, value: T, isUsable: (present: T) => boolean = () => true) =>
      inTransaction('readwrite', async (values) => {
        const present = await readOrUndefined<T>(values.get(key));
        if (present !== undefined && isUsable(present)) return present;
        await toPromise(withCommit(values.put(value, key)));
        return value;
      }),
    remove: (key) => inTransaction('readwrite', (values) => toPromise(withCommit(values.delete(key)))),
  };
}
