let isHeld = false;

/** Whether the router ignores steps through the history, because the screen stays until something is ready. */
export const isHistoryHeld = (): boolean => isHeld;

/** Does work that moves through the history without the router. */
export async function withHeldHistory<T>(work: () => Promise<T>): Promise<T> {
  isHeld = true;
  try {
    return await work();
  } finally {
    isHeld = false;
  }
}
