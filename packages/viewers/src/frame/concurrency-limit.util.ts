/**
 * Creates a function that limits the concurrency of operations. Others wait in a queue; when the queue is
 * full they are rejected.
 */
export function createConcurrencyLimit({
  maxRunning,
  maxQueued,
}: {
  readonly maxRunning: number;
  readonly maxQueued: number;
}) {
  let running = 0;
  const queue: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (queue.length >= maxQueued) throw new Error('concurrency queue is full');
    if (running >= maxRunning) await new Promise<void>((resolve) => queue.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // The slot passes directly to the next operation, so that no newer one overtakes it.
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
