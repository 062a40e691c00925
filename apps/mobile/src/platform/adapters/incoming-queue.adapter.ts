import type {
  Arrived,
  ArrivedFile,
  IncomingFilesPort,
  IncomingProblem,
} from '../ports/incoming-files.port.ts';

type QueuedArrival = { readonly remaining: Set<ArrivedFile>; problems: readonly IncomingProblem[] };

/** Queues incoming files until they are released: a new listener gets those that the previous one has not released. */
export function createIncomingQueue(): IncomingFilesPort & { readonly enqueue: (arrived: Arrived) => void } {
  let currentListener: ((arrived: Arrived) => void) | null = null;
  const queue = new Set<QueuedArrival>();
  const deliver = (one: QueuedArrival, listener: (arrived: Arrived) => void) => {
    const { remaining, problems } = one;
    one.problems = [];
    if (remaining.size === 0) queue.delete(one);
    listener({ files: [...remaining], problems });
  };
  const add = ({ files, problems }: Arrived): QueuedArrival => {
    const one: QueuedArrival = { remaining: new Set(), problems };
    for (const file of files) {
      const tracked: ArrivedFile = {
        ...file,
        release: async () => {
          one.remaining.delete(tracked);
          if (one.remaining.size === 0) queue.delete(one);
          await file.release();
        },
      };
      one.remaining.add(tracked);
    }
    queue.add(one);
    return one;
  };
  return {
    enqueue: (arrived) => {
      const one = add(arrived);
      if (currentListener !== null) deliver(one, currentListener);
    },
    subscribe: (listener) => {
      currentListener = listener;
      for (const one of queue) deliver(one, listener);
      return () => {
        if (currentListener === listener) currentListener = null;
      };
    },
  };
}
