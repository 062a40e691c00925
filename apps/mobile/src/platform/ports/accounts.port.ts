/** An account, and the folder of its own among the app's private files. */
export type KeptAccount = { readonly accountID: string; readonly folder: string };

/** Whose things are kept on the device. Who has left is written for no more, whatever was still under way for them. */
export type AccountsPort = {
  /**
   * The account is signed in here: what is theirs is kept, again where it was removed before.
   * @returns what says that this page shows them no more.
   */
  enter(accountID: string): () => void;
  /**
   * Removes what is kept of an account by `wipe`: nothing of theirs is written any more, what is just being written is
   * waited for, and so are the browser's other tabs that show them.
   * @throws what `wipe` fails with; StorageError `storage.unavailable` where a tab stayed on, which may still write.
   */
  leave(account: KeptAccount, wipe: () => Promise<void>): Promise<void>;
  /** Whether one of these values names an account that has left. */
  haveLeft(values: readonly unknown[]): boolean;
  /** Writes into a file. @throws StorageError `storage.unavailable` in the folder of one that has left. */
  writing<T>(path: string, work: () => Promise<T>): Promise<T>;
};
