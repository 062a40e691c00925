/** An account and its folder among the app's private files. */
export type StoredAccount = { readonly accountID: string; readonly folder: string };

/**
 * Accounts with data on the device. Writes for an account that has signed out are rejected, even by unfinished work.
 */
export type AccountsPort = {
  /**
   * Marks the account as signed in on this page, and allows its writes again.
   * @returns a function that releases the account.
   */
  acquire(accountID: string): () => void;
  /**
   * Deletes the data of an account by `wipe`: rejects new writes, and waits for running ones and for other tabs that
   * use the account.
   * @throws the error of `wipe`; StorageError `storage.unavailable` if a tab did not release the account: it may
   * still write.
   */
  runExclusiveWipe(account: StoredAccount, wipe: () => Promise<void>): Promise<void>;
  /** Whether one of these values is the id of an account that has signed out. */
  includesSignedOut(values: readonly unknown[]): boolean;
  /**
   * Runs a write to a file.
   * @throws StorageError `storage.unavailable` in the folder of an account that has signed out.
   */
  guardWrite<T>(path: string, work: () => Promise<T>): Promise<T>;
};
