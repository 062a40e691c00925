import type { PageJob } from './pdf-page.viewer.ts';

export type Queue = {
  /** Checks for a next job. */
  readonly wake: () => void;
  /** Aborts the running job, whose result is obsolete, and checks for a next job. */
  readonly restart: () => void;
  readonly end: () => void;
};

/**
 * Runs one job at a time, always the most urgent one, so that visible pages do not wait for others. Failures
 * of a job are handled by its page.
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
        // The job was aborted, or its page shows that it is broken.
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
