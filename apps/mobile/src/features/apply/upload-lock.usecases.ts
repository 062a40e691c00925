import type { Platform } from '../../platform/index.ts';

/** How long the page before this one may keep its lock after a reload, in the shell's one page. */
const reloadWaitMs = 5_000;

type UploadLock = {
  readonly fileID: string;
  readonly kind: Platform['kind'];
  /** Undefined where the browser has none. */
  readonly locks?: LockManager | undefined;
  readonly waitMs?: number;
};

/**
 * Sends a file unless another page does. In a browser that is another tab, which goes on by itself. The native shell has one
 * page: a lock that is held there is left over from before a reload, and is waited for.
 * @returns whether it was sent here.
 */
export async function sendInOnePage(
  { fileID, kind, locks = navigator.locks, waitMs = reloadWaitMs }: UploadLock,
  work: () => Promise<void>,
): Promise<boolean> {
  if (locks === undefined) {
    await work();
    return true;
  }
  const name = `sealflow.upload.${fileID}`;
  const taken = async (lock: Lock | null) => {
    if (lock !== null) await work();
    return lock !== null;
  };
  if (kind !== 'native') return locks.request(name, { ifAvailable: true }, taken);
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), waitMs);
  let isTaken = false;
  const request = locks.request(name, { signal: waiting.signal }, (lock) => {
    isTaken = true;
    clearTimeout(timer);
    return taken(lock);
  });
  return request.catch((error: unknown) => {
    if (isTaken || !waiting.signal.aborted) throw error;
    return false;
  });
}
