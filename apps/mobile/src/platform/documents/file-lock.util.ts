import { withLock } from '../locks/web-lock.util.ts';

const nameOf = (accountID: string) => `sealflow.files.${accountID}`;

/**
 * Runs `work`, which adds a file and its record, while no other code deletes files of the account. The signal ends
 * only the wait.
 * @throws StorageError `storage.busy` when another window holds the lock for too long; the error of `work`.
 */
export const withFilesAddLock = <T>(
  accountID: string,
  work: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> => withLock(nameOf(accountID), work, { mode: 'shared', signal });

/**
 * Runs `work`, which deletes files of the account and their records, while no tab adds one.
 * @throws as `withFilesAddLock`.
 */
export const withFilesDeleteLock = <T>(accountID: string, work: () => Promise<T>): Promise<T> =>
  withLock(nameOf(accountID), work);
