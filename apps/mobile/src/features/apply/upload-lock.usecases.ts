import { withFreeLock, withLock } from '../../platform/adapters/web-lock.ts';
import type { Platform } from '../../platform/index.ts';
import { StorageError } from '../../platform/ports/storage.errors.ts';

/** How long the page before this one may keep its lock after a reload, in the shell's one page. */
const reloadWaitMs = 5_000;

type UploadLock = {
  readonly fileID: string;
  readonly kind: Platform['kind'];
  readonly waitMs?: number;
};

/**
 * Sends a file unless another page does. In a browser that is another tab, which goes on by itself. The native shell has one
 * page: a lock that is held there is left over from before a reload, and is waited for.
 * @returns whether it was sent here.
 */
export async function sendInOnePage(
  { fileID, kind, waitMs = reloadWaitMs }: UploadLock,
  work: () => Promise<void>,
): Promise<boolean> {
  const name = `sealflow.upload.${fileID}`;
  if (kind !== 'native') {
    return withFreeLock(name, async (isFree) => {
      if (isFree) await work();
      return isFree;
    });
  }
  let isTaken = false;
  const send = () => {
    isTaken = true;
    return work();
  };
  try {
    await withLock(name, send, { waitLimitMs: waitMs });
    return true;
  } catch (error) {
    if (isTaken || !(error instanceof StorageError && error.code === 'storage.busy')) throw error;
    return false;
  }
}
