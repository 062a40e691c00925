import type { PageJob } from './pdf-page.viewer.ts';

export type Queue = {
  /** Looks again for what is to be done. */
  readonly wake: () => void;
  /** What is being drawn is drawn for nothing: it ends, and the queue looks again. */
  readonly restart: () => void;
  readonly end: () => void;
};

/**
 * One thing at a time, always what is most wanted at that moment: what is in sight does not wait for what is not.
 * A job that fails is its page's own affair.
 */
export function createQueue(next: () => PageJob | null, onIdle: () => void): Queue {
  let running: AbortController | null = null;
  let ended = false;

  const work = async () => {
    for (let job = next(); job !== null; job = ended ? null : next()) {
      running = new AbortController();
      try {
        await job.run(running.signal);
      } catch {
        // Cancelled, or a page that says itself that it is broken.
      }
    }
    running = null;
    if (!ended) onIdle();
  };
  return {
    wake: () => {
      if (running === null && !ended) void work();
    },
    restart: () => {
      running?.abort();
      if (running === null && !ended) void work();
    },
    end: () => {
      ended = true;
      running?.abort();
    },
  };
}
