import type { AccountsPort } from '../ports/accounts.port.ts';
import { StorageError } from '../ports/storage.errors.ts';

const lockOf = (accountID: string) => `sealflow.account.${accountID}`;
// The Web Locks API is missing in Safari before 15.4: no other tab is waited for there.
const webLocks = () => (globalThis.navigator as Partial<Navigator> | undefined)?.locks;

/**
 * Other tabs release the account at once when notified, and writes end; a hung tab delays a sign-out for no longer
 * than this.
 */
const waitLimitMs = 5_000;

export function createAccounts(waitMs = waitLimitMs): AccountsPort {
  /** Folders of signed-out accounts, by account id. */
  const signedOutFolders = new Map<string, string>();
  const releasers = new Map<string, Set<() => void>>();
  /** Writes in progress and their paths. */
  const pendingWrites = new Map<Promise<unknown>, string>();

  /** Holds a shared lock until the returned function is called or the page ends. */
  function holdSharedLock(accountID: string): () => void {
    let release = () => undefined as void;
    const whenReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    webLocks()
      ?.request(lockOf(accountID), { mode: 'shared' }, () => whenReleased)
      .catch(() => undefined);
    const all = releasers.get(accountID) ?? new Set();
    releasers.set(accountID, all.add(release));
    return () => {
      all.delete(release);
      release();
    };
  }

  async function runExclusive(accountID: string, work: () => Promise<void>): Promise<void> {
    const locks = webLocks();
    if (locks === undefined) return work();
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(new StorageError('storage.unavailable')), waitMs);
    let hasBegun = false;
    const begin = () => {
      hasBegun = true;
      clearTimeout(timer);
      return work();
    };
    try {
      await locks.request(lockOf(accountID), { signal: timeout.signal }, begin);
    } catch (error) {
      if (!hasBegun) await begin();
      throw error;
    }
  }

  /**
   * Waits for writes in the folder, at most `waitMs`.
   * @returns whether all of them ended.
   */
  async function waitForWrites(folder: string): Promise<boolean> {
    const all = [...pendingWrites].flatMap(([written, path]) =>
      path.startsWith(`${folder}/`) ? [written] : [],
    );
    let timer: ReturnType<typeof setTimeout> | undefined;
    const timeout = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), waitMs);
    });
    const ended = Promise.allSettled(all).then(() => true);
    return Promise.race([ended, timeout]).finally(() => clearTimeout(timer));
  }

  return {
    acquire(accountID) {
      signedOutFolders.delete(accountID);
      return holdSharedLock(accountID);
    },
    runExclusiveWipe: ({ accountID, folder }, wipe) => {
      signedOutFolders.set(accountID, folder);
      for (const release of releasers.get(accountID) ?? []) release();
      return runExclusive(accountID, async () => {
        const hasEnded = await waitForWrites(folder);
        await wipe();
        if (!hasEnded) throw new StorageError('storage.unavailable');
      });
    },
    includesSignedOut: (values) =>
      signedOutFolders.size > 0 && values.some((value) => signedOutFolders.has(value as string)),
    async guardWrite(path, work) {
      if ([...signedOutFolders.values()].some((folder) => path.startsWith(`${folder}/`)))
        throw new StorageError('storage.unavailable');
      const written = work();
      pendingWrites.set(written, path);
      try {
        return await written;
      } finally {
        pendingWrites.delete(written);
      }
    },
  };
}
