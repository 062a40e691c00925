import { StorageError } from '../../ports/storage.errors.ts';
import { type PageTransactions, pageTransactions } from './page-transactions.util.ts';

/** Converts a request to a promise of its result. */
export const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new StorageError('storage.unavailable'));
  });

const isConnectionLost = (error: unknown) =>
  error instanceof DOMException && (error.name === 'InvalidStateError' || error.name === 'UnknownError');

/**
 * A connection that opens at the first use, and again after the browser has closed it. It closes itself when another
 * page deletes the database.
 */
export function createIndexedDbConnection(
  name: string,
  create: (database: IDBDatabase) => void,
  transactions: PageTransactions = pageTransactions,
) {
  let opened: Promise<IDBDatabase> | undefined;
  const open = () => {
    // Missing in some embedded browsers, and denied to pages that may store nothing.
    const factory = (globalThis as { indexedDB?: IDBFactory | null }).indexedDB;
    if (!factory) throw new StorageError('storage.unavailable');
    const request = factory.open(name);
    request.onupgradeneeded = () => {
      create(request.result);
      // Last, because it aborts the transaction of a page that was left meanwhile.
      if (request.transaction) transactions.track(request.transaction);
    };
    return resultOf(request);
  };
  const requireConnection = async () => {
    const opening = (opened ??= Promise.resolve().then(open));
    const dropConnection = () => {
      if (opened === opening) opened = undefined;
    };
    try {
      const database = await opening;
      database.onclose = dropConnection;
      database.onversionchange = () => {
        dropConnection();
        database.close();
      };
      return { database, dropConnection };
    } catch (error) {
      dropConnection();
      throw error;
    }
  };
  const begin = async (stores: readonly string[], mode: IDBTransactionMode): Promise<IDBTransaction> => {
    const { database, dropConnection } = await requireConnection();
    try {
      return database.transaction([...stores], mode);
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
      dropConnection();
      return (await requireConnection()).database.transaction([...stores], mode);
    }
  };

  async function attempt<T>(
    stores: readonly string[],
    mode: IDBTransactionMode,
    work: (store: (name: string) => IDBObjectStore) => Promise<T>,
  ): Promise<T> {
    const transaction = transactions.track(await begin(stores, mode));
    const completed = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new StorageError('storage.unavailable'));
    });
    completed.catch(() => undefined);
    try {
      const result = await work((store) => transaction.objectStore(store));
      await completed;
      return result;
    } catch (error) {
      try {
        transaction.abort();
      } catch {
        // The transaction has already ended.
      }
      throw transaction.error ?? error;
    }
  }

  /**
   * Runs `work` in one transaction: everything is stored, or nothing. `work` must await only its own requests; it
   * runs again if the page was left in the middle.
   */
  return function transact<T>(...args: Parameters<typeof attempt<T>>): Promise<T> {
    return transactions.run(() => attempt(...args));
  };
}

/** Whether a database of this name exists; the check does not create it. */
export async function indexedDbExists(name: string): Promise<boolean> {
  const factory = (globalThis as { indexedDB?: IDBFactory | null }).indexedDB;
  if (!factory) return false;
  return new Promise((resolve) => {
    try {
      const request = factory.open(name);
      let isNew = false;
      request.onupgradeneeded = () => {
        isNew = true;
        // Without this the open request would leave an empty database.
        request.transaction?.abort();
      };
      request.onsuccess = () => {
        request.result.close();
        resolve(!isNew);
      };
      request.onerror = () => resolve(false);
    } catch {
      resolve(false);
    }
  });
}
