import { setImmediate as turn } from 'node:timers/promises';
import type { JobWithMetadata, PgBoss } from 'pg-boss';

export type TakenJob<Data extends object> = Pick<JobWithMetadata<Data>, 'id' | 'data' | 'retryCount'>;

export interface PlacesOptions<Data extends object> {
  readonly boss: PgBoss;
  readonly queue: string;
  /** Maximum number of concurrent jobs. */
  readonly places: number;
  readonly handle: (data: Data) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** Interval between two fetches from an empty queue. */
const look = 1000;
/** Half of the heartbeat timeout of the queue. */
const signOfLife = 5000;
/** Time for running jobs to end at a shutdown, before they are released to other nodes. */
const farewell = 1000;

/**
 * Runs the jobs of a queue in a fixed number of slots. A free slot is refilled at once, so that a long job delays no other;
 * pg-boss workers fetch again only when a whole batch has ended.
 * @returns the function that stops it. Jobs that do not end within `shutdownGraceMs` are released to other nodes.
 */
export function fillPlaces<Data extends object>(options: PlacesOptions<Data>): () => Promise<void> {
  const { boss, queue, places, handle, onError } = options;
  const running = new Map<TakenJob<Data>, Promise<void>>();
  const ending = new AbortController();
  const settle = settler(options);
  let wake = () => {};

  const run = async (job: TakenJob<Data>) => {
    try {
      await handle(job.data);
      await settle(job);
    } catch (error) {
      onError(error);
      await giveBack(job, error);
    }
  };
  const giveBack = async (job: TakenJob<Data>, error: unknown) => {
    const output = { error: error instanceof Error ? error.name : 'unknown' };
    await boss.fail(queue, job, output).catch(onError);
  };
  const start = (job: TakenJob<Data>) => {
    const done = run(job).finally(() => {
      running.delete(job);
      wake();
    });
    running.set(job, done);
  };
  /** Waits until a slot is free, or for the poll interval. */
  const pause = (isFull: boolean) =>
    new Promise<void>((resolve) => {
      if (ending.signal.aborted) return resolve();
      const timer = isFull ? undefined : setTimeout(resolve, look);
      wake = () => {
        if (!isFull && !ending.signal.aborted) return;
        clearTimeout(timer);
        resolve();
      };
    });
  const loop = async () => {
    while (!ending.signal.aborted) {
      const free = places - running.size;
      const jobs = await boss
        .fetch<Data>(queue, { batchSize: free, includeMetadata: true })
        .catch((error: unknown): undefined => {
          onError(error);
        });
      for (const job of jobs ?? []) start(job);
      if ((jobs?.length ?? 0) < free) await pause(false);
      else if (running.size >= places) {
        await pause(true);
        // Jobs that end in the same turn of the event loop free their slots before the next fetch.
        await turn();
      }
    }
  };
  const looping = loop();
  const heart = setInterval(() => {
    if (running.size > 0) boss.touch(queue, [...running.keys()]).catch(onError);
  }, signOfLife).unref();

  return async () => {
    ending.abort();
    wake();
    await looping;
    const late = new Promise((resolve) => setTimeout(resolve, farewell).unref());
    await Promise.race([Promise.all(running.values()), late]);
    clearInterval(heart);
    await Promise.all([...running.keys()].map((job) => giveBack(job, new Error('node shut down'))));
  };
}

/** Batches jobs that end at about the same time into one `complete` statement. */
function settler<Data extends object>({
  boss,
  queue,
}: PlacesOptions<Data>): (job: TakenJob<Data>) => Promise<void> {
  let done: TakenJob<Data>[] = [];
  let writing: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  const write = async () => {
    await writing.catch(() => {});
    await turn();
    next = undefined;
    const jobs = done;
    done = [];
    writing = boss.complete(queue, jobs).then(() => undefined);
    await writing;
  };
  return (job) => {
    done.push(job);
    next ??= write();
    return next;
  };
}
