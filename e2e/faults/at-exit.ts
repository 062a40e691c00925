const cleanups: (() => void)[] = [];

process.once('exit', () => {
  for (const cleanup of cleanups.toReversed()) {
    try {
      cleanup();
    } catch {
      // A failed cleanup must not prevent the others.
    }
  }
});

/**
 * Registers a cleanup that runs when this process ends for any reason except SIGKILL, last registered first.
 * @returns a function that unregisters the cleanup.
 */
export function atExit(cleanup: () => void): () => void {
  cleanups.push(cleanup);
  return () => {
    const index = cleanups.indexOf(cleanup);
    if (index !== -1) cleanups.splice(index, 1);
  };
}
