import { StorageError } from '../ports/storage.errors.ts';

export const isInterrupted = (error: unknown): boolean =>
  error instanceof StorageError && error.code === 'storage.interrupted';

/**
 * Runs `work` once more if the database connection ended during it. For idempotent work: the first run may have been
 * stored.
 */
export async function retryInterrupted<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isInterrupted(error)) throw error;
    return work();
  }
}
