import { setImmediate as turn } from 'node:timers/promises';
import type { JobWithMetadata, PgBoss } from 'pg-boss';

export type TakenJob<Data extends object> = Pick<JobWithMetadata<Data>, 'id' | 'data' | 'retryCount'>;

export interface PlacesOptions<Data extends object> {
  readonly boss: PgBoss;
  readonly queue: string;
  /** How many jobs run at a time. */
  readonly places: number;
  readonly handle: (data: Data) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** How often a queue is looked at that had nothing. */
const look = 1000;
/** Half of what the engine waits for a sign of life. */
const signOfLife = 5000;
/** Given to what runs when the node ends, before it goes to others. */
const farewell = 1000;

/**
 * Runs a queue's jobs in so many places: each that ends makes room for the next, so that one which takes long holds up none.
 * The engine's own workers fetch again only when all of a batch have ended.
 * @returns what ends it; what does not end in time is given back.
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
  /** Until a place is free or there may be something new. */
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
        // What ends together makes room together.
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
    await Promise.all([...running.keys()].map((job) => giveBack(job, new Error('the node ended'))));
  };
}

/** Jobs that end at about the same time are written down together. */
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
