import type { Platform } from '../../platform/index.ts';
import { withFreeLock, withLock } from '../../platform/locks/web-lock.util.ts';
import { StorageError } from '../../platform/ports/storage.errors.ts';

/** How long the native shell waits for the lock of the page before a reload. */
const reloadWaitMs = 5_000;

type UploadLock = {
  readonly fileID: string;
  readonly kind: Platform['kind'];
  readonly waitMs?: number;
};

/**
 * Uploads a file unless another page is uploading it. In a browser, another tab holds the lock and completes
 * the upload. The native shell has one page only: a held lock is left over from before a reload and is released
 * soon, so it waits.
 * @returns whether this page uploaded the file.
 */
export async function uploadExclusively(
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
  let hasLock = false;
  const lockedUpload = () => {
    hasLock = true;
    return work();
  };
  try {
    await withLock(name, lockedUpload, { waitLimitMs: waitMs });
    return true;
  } catch (error) {
    if (hasLock || !(error instanceof StorageError && error.code === 'storage.busy')) throw error;
    return false;
  }
}
