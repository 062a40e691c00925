import type { Arrived, IncomingFilesPort } from '../ports/incoming-files.port.ts';

/** Keeps what arrives until somebody listens. */
export function createArrivals(): IncomingFilesPort & { readonly arrive: (arrived: Arrived) => void } {
  let listening: ((arrived: Arrived) => void) | null = null;
  let kept: Arrived[] = [];
  return {
    arrive: (arrived) => {
      if (listening === null) kept.push(arrived);
      else listening(arrived);
    },
    subscribe: (listener) => {
      const waiting = kept;
      kept = [];
      listening = listener;
      for (const arrived of waiting) listener(arrived);
      return () => {
        if (listening === listener) listening = null;
      };
    },
  };
}
