import type {
  Arrived,
  ArrivedFile,
  IncomingFilesPort,
  IncomingProblem,
} from '../ports/incoming-files.port.ts';

type Kept = { readonly left: Set<ArrivedFile>; problems: readonly IncomingProblem[] };

/** Queues incoming files until they are released: a new listener gets those that the previous one has not released. */
export function createArrivals(): IncomingFilesPort & { readonly arrive: (arrived: Arrived) => void } {
  let listening: ((arrived: Arrived) => void) | null = null;
  const kept = new Set<Kept>();
  const tell = (one: Kept, listener: (arrived: Arrived) => void) => {
    const { left, problems } = one;
    one.problems = [];
    if (left.size === 0) kept.delete(one);
    listener({ files: [...left], problems });
  };
  const keep = ({ files, problems }: Arrived): Kept => {
    const one: Kept = { left: new Set(), problems };
    for (const file of files) {
      const held: ArrivedFile = {
        ...file,
        release: async () => {
          one.left.delete(held);
          if (one.left.size === 0) kept.delete(one);
          await file.release();
        },
      };
      one.left.add(held);
    }
    kept.add(one);
    return one;
  };
  return {
    arrive: (arrived) => {
      const one = keep(arrived);
      if (listening !== null) tell(one, listening);
    },
    subscribe: (listener) => {
      listening = listener;
      for (const one of kept) tell(one, listener);
      return () => {
        if (listening === listener) listening = null;
      };
    },
  };
}
