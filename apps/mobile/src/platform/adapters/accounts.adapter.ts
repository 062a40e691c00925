import type { AccountsPort } from '../ports/accounts.port.ts';
import { StorageError } from '../ports/storage.errors.ts';

const lockOf = (accountID: string) => `sealflow.account.${accountID}`;
// The Web Locks API is missing in Safari before 15.4: no other tab is waited for there.
const locksHere = () => (globalThis.navigator as Partial<Navigator> | undefined)?.locks;

/**
 * Other tabs release the account at once when notified, and writes end; a hung tab delays a sign-out for no longer
 * than this.
 */
const patience = 5_000;

export function createAccounts(wait = patience): AccountsPort {
  /** Folders of signed-out accounts, by account id. */
  const left = new Map<string, string>();
  const shown = new Map<string, Set<() => void>>();
  /** Writes in progress and their paths. */
  const underWay = new Map<Promise<unknown>, string>();

  /** Holds a shared lock until the returned function is called or the page ends. */
  function show(accountID: string): () => void {
    let hide = () => undefined as void;
    const until = new Promise<void>((resolve) => {
      hide = resolve;
    });
    locksHere()
      ?.request(lockOf(accountID), { mode: 'shared' }, () => until)
      .catch(() => undefined);
    const all = shown.get(accountID) ?? new Set();
    shown.set(accountID, all.add(hide));
    return () => {
      all.delete(hide);
      hide();
    };
  }

  async function alone(accountID: string, work: () => Promise<void>): Promise<void> {
    const locks = locksHere();
    if (locks === undefined) return work();
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new StorageError('storage.unavailable')), wait);
    let isBegun = false;
    const begin = () => {
      isBegun = true;
      clearTimeout(timer);
      return work();
    };
    try {
      await locks.request(lockOf(accountID), { signal: late.signal }, begin);
    } catch (error) {
      if (!isBegun) await begin();
      throw error;
    }
  }

  /**
   * Waits for writes in the folder, at most `waitMs`.
   * @returns whether all of them ended.
   */
  async function endOf(folder: string): Promise<boolean> {
    const all = [...underWay].flatMap(([written, path]) => (path.startsWith(`${folder}/`) ? [written] : []));
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), wait);
    });
    const ended = Promise.allSettled(all).then(() => true);
    return Promise.race([ended, late]).finally(() => clearTimeout(timer));
  }

  return {
    enter(accountID) {
      left.delete(accountID);
      return show(accountID);
    },
    leave: ({ accountID, folder }, wipe) => {
      left.set(accountID, folder);
      for (const hide of shown.get(accountID) ?? []) hide();
      return alone(accountID, async () => {
        const isQuiet = await endOf(folder);
        await wipe();
        if (!isQuiet) throw new StorageError('storage.unavailable');
      });
    },
    haveLeft: (values) => left.size > 0 && values.some((value) => left.has(value as string)),
    async writing(path, work) {
      if ([...left.values()].some((folder) => path.startsWith(`${folder}/`)))
        throw new StorageError('storage.unavailable');
      const written = work();
      underWay.set(written, path);
      try {
        return await written;
      } finally {
        underWay.delete(written);
      }
    },
  };
}
