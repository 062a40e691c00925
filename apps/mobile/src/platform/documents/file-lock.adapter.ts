const nameOf = (accountID: string) => `sealflow.files.${accountID}`;

type Wait = { readonly mode: LockMode; readonly signal?: AbortSignal | undefined };

function within<T>(accountID: string, { mode, signal }: Wait, work: () => Promise<T>): Promise<T> {
  // Missing in Safari before 15.4.
  const { locks } = navigator as Partial<Navigator>;
  if (locks === undefined) return work();
  return locks.request(nameOf(accountID), { mode, ...(signal ? { signal } : {}) }, work) as Promise<T>;
}

/**
 * Puts a file into the account's folders and its record into the list, while nothing there is being deleted. The signal
 * ends the waiting alone.
 */
export const addingFiles = <T>(accountID: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> =>
  within(accountID, { mode: 'shared', signal }, work);

/** Deletes files of the account and their records, while none is being added: in this tab or another one. */
export const deletingFiles = <T>(accountID: string, work: () => Promise<T>): Promise<T> =>
  within(accountID, { mode: 'exclusive' }, work);
