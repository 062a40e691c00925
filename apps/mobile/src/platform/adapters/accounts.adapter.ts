import type { AccountsPort } from '../ports/accounts.port.ts';
import { StorageError } from '../ports/storage.errors.ts';

const lockOf = (accountID: string) => `sealflow.account.${accountID}`;
// Missing in Safari before 15.4: there nobody waits for other tabs.
const locksHere = () => (globalThis.navigator as Partial<Navigator> | undefined)?.locks;

/** Other tabs leave at once when they are told, and writes end; one that hangs holds nobody's sign-out up for longer, in ms. */
const patience = 5_000;

export function createAccounts(wait = patience): AccountsPort {
  /** Their folders, by account. */
  const left = new Map<string, string>();
  const shown = new Map<string, Set<() => void>>();
  /** What is being written, and where. */
  const underWay = new Map<Promise<unknown>, string>();

  /** Held until it is let go, or until this page ends. */
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

  /** Waits for what is written there, as long as for a tab. @returns whether it came to an end. */
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
