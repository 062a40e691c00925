/** Lets only so many things be done at once; the others wait in line, and where the line is too long they are refused. */
export function createTurns({ most, mostWaiting }: { readonly most: number; readonly mostWaiting: number }) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (waiting.length >= mostWaiting) throw new Error('too much is asked for');
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // The turn is handed on, so that nobody comes in between.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
