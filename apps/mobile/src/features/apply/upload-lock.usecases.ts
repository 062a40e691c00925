/** A page that was reloaded holds its locks a moment longer: the shell's reloads leave the worker of the page before. */
const lockWaitMs = 3_000;

/**
 * Sends a file while no other tab sends it.
 * @returns whether it was sent here; false where another tab held the lock for longer than a page that ends.
 */
export async function withUploadLock(
  fileID: string,
  work: () => Promise<void>,
  waitMs = lockWaitMs,
): Promise<boolean> {
  const locks = navigator.locks as LockManager | undefined;
  if (locks === undefined) {
    await work();
    return true;
  }
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), waitMs);
  let isGranted = false;
  try {
    await locks.request(`sealflow.upload.${fileID}`, { signal: waiting.signal }, () => {
      isGranted = true;
      clearTimeout(timer);
      return work();
    });
    return true;
  } catch (error) {
    if (isGranted) throw error;
    return false;
  } finally {
    clearTimeout(timer);
  }
}
