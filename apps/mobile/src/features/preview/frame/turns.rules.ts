/**
 * Creates a function that limits the concurrency of operations. Others wait in a queue; when the queue is
 * full they are rejected.
 */
export function createTurns({ most, mostWaiting }: { readonly most: number; readonly mostWaiting: number }) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (waiting.length >= mostWaiting) throw new Error('concurrency queue is full');
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // The slot passes directly to the next operation, so that no newer one overtakes it.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
