import { setImmediate as turn } from 'node:timers/promises';
import type { JobWithMetadata, PgBoss } from 'pg-boss';

export type ActiveJob<Data extends object> = Pick<JobWithMetadata<Data>, 'id' | 'data' | 'retryCount'>;

export interface WorkerSlotsOptions<Data extends object> {
  readonly boss: PgBoss;
  readonly queue: string;
  /** Maximum number of concurrent jobs. */
  readonly slots: number;
  readonly handle: (data: Data) => Promise<void>;
  readonly onError: (error: unknown) => void;
  /** Whether no further jobs are fetched; running jobs end. */
  readonly isPaused: () => boolean;
}

/** Interval between two fetches from an empty queue. */
const pollIntervalMs = 1000;
/** Half of the heartbeat timeout of the queue. */
const heartbeatIntervalMs = 5000;
/** Time for running jobs to end at a shutdown, before they are released to other nodes. */
const shutdownGraceMs = 1000;

/**
 * Runs the jobs of a queue in a fixed number of slots. A free slot is refilled at once, so that a long job delays no other;
 * pg-boss workers fetch again only when a whole batch has ended.
 * @returns the function that stops it. Jobs that do not end within `shutdownGraceMs` are released to other nodes.
 */
export function runWorkerSlots<Data extends object>(options: WorkerSlotsOptions<Data>): () => Promise<void> {
  const { boss, queue, slots, handle, onError, isPaused } = options;
  const running = new Map<ActiveJob<Data>, Promise<void>>();
  const stopping = new AbortController();
  const completeJob = createCompletionBatcher(options);
  let wake = () => {};

  const run = async (job: ActiveJob<Data>) => {
    try {
      await handle(job.data);
      await completeJob(job);
    } catch (error) {
      onError(error);
      await releaseJob(job, error);
    }
  };
  const releaseJob = async (job: ActiveJob<Data>, error: unknown) => {
    await boss.fail(queue, job, failureOutput(error)).catch(onError);
  };
  const start = (job: ActiveJob<Data>) => {
    const finished = run(job).finally(() => {
      running.delete(job);
      wake();
    });
    running.set(job, finished);
  };
  /** Waits until a slot is free, or for the poll interval. */
  const waitForWork = (isFull: boolean) =>
    new Promise<void>((resolve) => {
      if (stopping.signal.aborted) return resolve();
      const timer = isFull ? undefined : setTimeout(resolve, pollIntervalMs);
      wake = () => {
        if (!isFull && !stopping.signal.aborted) return;
        clearTimeout(timer);
        resolve();
      };
    });
  const loop = async () => {
    while (!stopping.signal.aborted) {
      if (isPaused()) {
        await waitForWork(false);
        continue;
      }
      const freeSlots = slots - running.size;
      const jobs = await boss
        .fetch<Data>(queue, { batchSize: freeSlots, includeMetadata: true })
        .catch((error: unknown): undefined => {
          onError(error);
        });
      for (const job of jobs ?? []) start(job);
      if ((jobs?.length ?? 0) < freeSlots) await waitForWork(false);
      else if (running.size >= slots) {
        await waitForWork(true);
        // Jobs that end in the same turn of the event loop free their slots before the next fetch.
        await turn();
      }
    }
  };
  const loopDone = loop();
  const heartbeat = setInterval(() => {
    if (running.size > 0) boss.touch(queue, [...running.keys()]).catch(onError);
  }, heartbeatIntervalMs).unref();

  return async () => {
    stopping.abort();
    wake();
    await loopDone;
    const timeout = new Promise((resolve) => setTimeout(resolve, shutdownGraceMs).unref());
    await Promise.race([Promise.all(running.values()), timeout]);
    clearInterval(heartbeat);
    await Promise.all([...running.keys()].map((job) => releaseJob(job, new Error('node shut down'))));
  };
}

/** Batches jobs that end at about the same time into one `complete` statement. */
function createCompletionBatcher<Data extends object>({
  boss,
  queue,
}: WorkerSlotsOptions<Data>): (job: ActiveJob<Data>) => Promise<void> {
  let finished: ActiveJob<Data>[] = [];
  let writing: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  const write = async () => {
    await writing.catch(() => {});
    await turn();
    next = undefined;
    const jobs = finished;
    finished = [];
    writing = boss.complete(queue, jobs).then(() => undefined);
    await writing;
  };
  return (job) => {
    finished.push(job);
    next ??= write();
    return next;
  };
}

/** The stored output of a failed job: the name and the code of its error. A message may contain personal data. */
export function failureOutput(error: unknown): { error: string; code?: string } {
  if (!(error instanceof Error)) return { error: 'unknown' };
  return 'code' in error && typeof error.code === 'string'
    ? { error: error.name, code: error.code }
    : { error: error.name };
}
