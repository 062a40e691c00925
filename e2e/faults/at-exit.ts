const ends: (() => void)[] = [];

process.once('exit', () => {
  for (const end of ends.toReversed()) {
    try {
      end();
    } catch {
      // What cannot be cleared away must not keep the rest from being.
    }
  }
});

/** Done when this process ends, however it does (but by SIGKILL), the last first. @returns what takes it back. */
export function atExit(end: () => void): () => void {
  ends.push(end);
  return () => {
    const index = ends.indexOf(end);
    if (index !== -1) ends.splice(index, 1);
  };
}
