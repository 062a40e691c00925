import { withLock } from '../adapters/web-lock.ts';

const nameOf = (accountID: string) => `sealflow.files.${accountID}`;

/**
 * Puts a file into the account's folders and its record into the list, while nothing there is being deleted. The signal
 * ends the waiting alone.
 * @throws StorageError `storage.busy` when another window holds the files for too long; what `work` throws.
 */
export const addingFiles = <T>(accountID: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> =>
  withLock(nameOf(accountID), work, { mode: 'shared', signal });

/** Deletes files of the account and their records, while none is being added: in this tab or another one. @throws as `addingFiles`. */
export const deletingFiles = <T>(accountID: string, work: () => Promise<T>): Promise<T> =>
  withLock(nameOf(accountID), work);
