import { StorageError } from '../ports/storage.errors.ts';
import { type PageLifeCycle, pageLifeCycle } from './page-life-cycle.ts';

/** How long a page waits for a lock that another one holds; longer than any piece of work that such a lock is held for. */
export const lockWaitLimitMs = 15_000;

export type LockWait = {
  readonly mode?: LockMode;
  /** Ends the waiting alone. */
  readonly signal?: AbortSignal | undefined;
  /** Infinity where the lock is held for as long as the work takes that it guards, such as a download. */
  readonly waitLimitMs?: number;
};

type WebLockDeps = {
  /** Undefined in a browser without the Web Locks API: there nothing is waited for, and the app is used in one tab. */
  readonly locks: () => Pick<LockManager, 'request'> | undefined;
  readonly life: Pick<PageLifeCycle, 'onSuspend' | 'reloadOnReturn'>;
};

const settled = (running: Promise<unknown>) =>
  running.then(
    () => undefined,
    () => undefined,
  );

/**
 * The browser's locks between pages, with an end to each wait. WebKit keeps the locks of a page in its back/forward cache: a
 * page that is left releases them, and reloads when it returns, since it cannot go on with work whose lock it has lost.
 */
export function createWebLocks({ locks, life }: WebLockDeps) {
  const heldHere = new Map<string, number>();

  /** @returns what the lock is held for: the work, or until the page is left. */
  function hold(name: string, running: Promise<unknown>): Promise<void> {
    heldHere.set(name, (heldHere.get(name) ?? 0) + 1);
    return new Promise<void>((release) => {
      const unsubscribe = life.onSuspend((isLeft) => {
        if (!isLeft) return;
        life.reloadOnReturn();
        release();
      });
      void settled(running).then(() => {
        unsubscribe();
        heldHere.set(name, (heldHere.get(name) ?? 1) - 1);
        release();
        return undefined;
      });
    });
  }

  /**
   * Runs `work` while no other page, or only pages in shared mode, hold the lock.
   * @throws StorageError `storage.busy` when another page held it for too long; the signal's reason; what `work` throws.
   */
  async function withLock<T>(name: string, work: () => Promise<T>, wait: LockWait = {}): Promise<T> {
    const manager = locks();
    if (manager === undefined) return work();
    const { mode = 'exclusive', signal, waitLimitMs = lockWaitLimitMs } = wait;
    const ended = new AbortController();
    let reason: unknown;
    const end = (why: unknown) => {
      reason = why;
      ended.abort();
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const startTimer = () => {
      if (waitLimitMs === Number.POSITIVE_INFINITY) return;
      timer = setTimeout(() => {
        // What this page itself does comes to its end.
        if ((heldHere.get(name) ?? 0) > 0) startTimer();
        else end(new StorageError('storage.busy'));
      }, waitLimitMs);
    };
    const onAbort = () => end(signal?.reason);
    const stopWaiting = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    };
    signal?.throwIfAborted();
    signal?.addEventListener('abort', onAbort);
    startTimer();
    let running: Promise<T> | undefined;
    try {
      await manager.request(name, { mode, signal: ended.signal }, () => {
        stopWaiting();
        running = work();
        return hold(name, running);
      });
    } catch (error) {
      if (running === undefined) throw ended.signal.aborted ? reason : error;
    } finally {
      stopWaiting();
    }
    if (running === undefined) throw new StorageError('storage.busy');
    return running;
  }

  /** Runs `work` at once, and says whether no other page holds the lock. */
  async function withFreeLock<T>(name: string, work: (isFree: boolean) => Promise<T>): Promise<T> {
    const manager = locks();
    if (manager === undefined) return work(true);
    let running: Promise<T> | undefined;
    await manager.request(name, { ifAvailable: true }, (lock) => {
      running = work(lock !== null);
      return lock === null ? settled(running) : hold(name, running);
    });
    if (running === undefined) throw new StorageError('storage.unavailable');
    return running;
  }

  return { withLock, withFreeLock };
}

export const { withLock, withFreeLock } = createWebLocks({
  locks: () => (globalThis.navigator as Partial<Navigator> | undefined)?.locks,
  life: pageLifeCycle,
});
