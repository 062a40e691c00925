const nameOf = (accountID: string) => `sealflow.files.${accountID}`;

function within<T>(accountID: string, mode: LockMode, work: () => Promise<T>): Promise<T> {
  // Missing in Safari before 15.4.
  const { locks } = navigator as Partial<Navigator>;
  if (locks === undefined) return work();
  return locks.request(nameOf(accountID), { mode }, work) as Promise<T>;
}

/** Puts a file into the account's folders and its record into the list, while nothing there is being deleted. */
export const addingFiles = <T>(accountID: string, work: () => Promise<T>): Promise<T> =>
  within(accountID, 'shared', work);

/** Deletes files of the account and their records, while none is being added: in this tab or another one. */
export const deletingFiles = <T>(accountID: string, work: () => Promise<T>): Promise<T> =>
  within(accountID, 'exclusive', work);
