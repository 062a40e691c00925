import { StorageError } from '../ports/storage.errors.ts';

export const isInterrupted = (error: unknown): boolean =>
  error instanceof StorageError && error.code === 'storage.interrupted';

/**
 * Runs `work` once more when the connection to the database ended under it. For work that comes to the same when it is done
 * twice: the first time may have been stored.
 */
export async function retryInterrupted<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isInterrupted(error)) throw error;
    return work();
  }
}
