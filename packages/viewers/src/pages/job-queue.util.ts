/** The next drawing job of a page; jobs with the lowest rank run first. */
export type PageJob = { readonly rank: number; readonly run: (signal: AbortSignal) => Promise<void> };

export type JobQueue = {
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
export function createJobQueue(nextJob: () => PageJob | null, onIdle: () => void): JobQueue {
  let running: AbortController | null = null;
  let isEnded = false;

  const runJobs = async () => {
    for (let job = nextJob(); job !== null; job = isEnded ? null : nextJob()) {
      running = new AbortController();
      try {
        await job.run(running.signal);
      } catch {
        // The job was aborted, or its page shows that it is broken.
      }
    }
    running = null;
    if (!isEnded) onIdle();
  };
  return {
    wake: () => {
      if (running === null && !isEnded) void runJobs();
    },
    restart: () => {
      running?.abort();
      if (running === null && !isEnded) void runJobs();
    },
    end: () => {
      isEnded = true;
      running?.abort();
    },
  };
}
