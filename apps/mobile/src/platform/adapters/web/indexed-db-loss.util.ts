import { StorageError } from '../../ports/storage.errors.ts';

type IndexedDbOpener = { open: (name: string, version?: number) => IDBOpenDBRequest };
type TransactionOpener = { transaction: (...args: Parameters<IDBDatabase['transaction']>) => IDBTransaction };

/**
 * For a worker whose library keeps one IndexedDB connection: calls `onLost` when the browser closes it, as iOS does
 * for a suspended app, or when it aborts a transaction. The library would wait forever then.
 */
export function watchIndexedDb(onLost: (error: StorageError) => void): void {
  const factory: IndexedDbOpener = IDBFactory.prototype;
  const open = factory.open;
  factory.open = function watched(this: IDBFactory, ...args) {
    const request = open.apply(this, args);
    request.addEventListener('success', () => {
      request.result.addEventListener('close', () => onLost(new StorageError('storage.interrupted')));
    });
    return request;
  };
  const database: TransactionOpener = IDBDatabase.prototype;
  const begin = database.transaction;
  database.transaction = function watched(this: IDBDatabase, ...args) {
    try {
      const transaction = begin.apply(this, args);
      transaction.addEventListener('abort', () => {
        const { error } = transaction;
        const code = error?.name === 'QuotaExceededError' ? 'storage.full' : 'storage.interrupted';
        onLost(new StorageError(code, { cause: error }));
      });
      return transaction;
    } catch (error) {
      onLost(new StorageError('storage.interrupted', { cause: error }));
      throw error;
    }
  };
}
