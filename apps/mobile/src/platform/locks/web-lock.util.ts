import { StorageError } from '../ports/storage.errors.ts';
import { type PageLifecycle, pageLifecycle } from './page-lifecycle.util.ts';

/** Maximum wait for a lock of another page; longer than any work under such a lock. */
export const lockWaitLimitMs = 15_000;

export type LockWait = {
  readonly mode?: LockMode;
  /** Ends only the wait, not the work. */
  readonly signal?: AbortSignal | undefined;
  /** Infinity where the guarded work has no time limit, such as a download. */
  readonly waitLimitMs?: number;
};

type WebLockDeps = {
  /** Undefined in a browser without the Web Locks API: there nothing is waited for, and the app is used in one tab. */
  readonly locks: () => Pick<LockManager, 'request'> | undefined;
  readonly life: Pick<PageLifecycle, 'onSuspend' | 'reloadOnReturn'>;
};

const whenSettled = (running: Promise<unknown>) =>
  running.then(
    () => undefined,
    () => undefined,
  );

/**
 * The browser's locks between pages, with a limit for each wait. WebKit keeps the locks of a page in its back/forward
 * cache: a page that is left releases them, and reloads when it returns, since it cannot continue work whose lock it
 * has lost.
 */
export function createWebLocks({ locks, life }: WebLockDeps) {
  const ownLocks = new Map<string, { count: number; releasedMs: number }>();

  /** @returns a promise that holds the lock: until the work ends or the page is left. */
  function holdLock(name: string, running: Promise<unknown>): Promise<void> {
    const ownLock = ownLocks.get(name) ?? { count: 0, releasedMs: 0 };
    ownLock.count += 1;
    ownLocks.set(name, ownLock);
    return new Promise<void>((release) => {
      const unsubscribe = life.onSuspend((isLeft) => {
        if (!isLeft) return;
        life.reloadOnReturn();
        release();
      });
      void whenSettled(running).then(() => {
        unsubscribe();
        ownLock.count -= 1;
        ownLock.releasedMs = performance.now();
        release();
        return undefined;
      });
    });
  }

  /**
   * Runs `work` while no other page, or only pages in shared mode, hold the lock.
   * @throws StorageError `storage.busy` when another page held it for too long; the signal's reason; the error of
   * `work`.
   */
  async function withLock<T>(name: string, work: () => Promise<T>, wait: LockWait = {}): Promise<T> {
    const manager = locks();
    if (manager === undefined) return work();
    const { mode = 'exclusive', signal, waitLimitMs = lockWaitLimitMs } = wait;
    const waitController = new AbortController();
    let reason: unknown;
    const abortWait = (why: unknown) => {
      reason = why;
      waitController.abort();
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const startTimer = (ms = waitLimitMs) => {
      if (ms === Number.POSITIVE_INFINITY) return;
      timer = setTimeout(() => {
        const ownLock = ownLocks.get(name);
        const sinceReleaseMs = ownLock === undefined ? waitLimitMs : performance.now() - ownLock.releasedMs;
        // Work of this page ends eventually; the limit counts from then on.
        if (ownLock !== undefined && ownLock.count > 0) startTimer();
        else if (sinceReleaseMs < waitLimitMs) startTimer(waitLimitMs - sinceReleaseMs);
        else abortWait(new StorageError('storage.busy'));
      }, ms);
    };
    const onAbort = () => abortWait(signal?.reason);
    const stopWaiting = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    };
    signal?.throwIfAborted();
    signal?.addEventListener('abort', onAbort);
    startTimer();
    let running: Promise<T> | undefined;
    try {
      await manager.request(name, { mode, signal: waitController.signal }, () => {
        stopWaiting();
        running = work();
        return holdLock(name, running);
      });
    } catch (error) {
      if (running === undefined) throw waitController.signal.aborted ? reason : error;
    } finally {
      stopWaiting();
    }
    if (running === undefined) throw new StorageError('storage.busy');
    return running;
  }

  /** Runs `work` at once, with whether no other page holds the lock. */
  async function withFreeLock<T>(name: string, work: (isFree: boolean) => Promise<T>): Promise<T> {
    const manager = locks();
    if (manager === undefined) return work(true);
    let running: Promise<T> | undefined;
    await manager.request(name, { ifAvailable: true }, (lock) => {
      running = work(lock !== null);
      return lock === null ? whenSettled(running) : holdLock(name, running);
    });
    if (running === undefined) throw new StorageError('storage.unavailable');
    return running;
  }

  return { withLock, withFreeLock };
}

export const { withLock, withFreeLock } = createWebLocks({
  locks: () => (globalThis.navigator as Partial<Navigator> | undefined)?.locks,
  life: pageLifecycle,
});
