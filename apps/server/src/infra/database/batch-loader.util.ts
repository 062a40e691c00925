import { setTimeout as pause } from 'node:timers/promises';
import { isDatabaseUnavailable } from './database.errors.ts';

/** Maximum number of concurrent queries. Keys that arrive meanwhile wait for the next query and share it. */
const maxConcurrentQueries = 2;
/** Maximum number of keys per query. */
const maxKeysPerQuery = 200;
/**
 * Interval of lookups that all clients need within a minute after the start of a node: on a fast database most batches would
 * have one key otherwise, and a query takes more processor time of the node than a key.
 */
export const pollBatchIntervalMs = 3;
/** The number of keys by whose arrival the rate is estimated. */
const observedKeys = 8;
/** Queries keep the interval only while this many keys arrive within it: a shared query must be worth the wait. */
const minKeysPerInterval = 2;

interface PendingKey<Key, Answer> {
  readonly key: Key;
  readonly resolve: (runBatch: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Batches lookups by key. Under low load each key has its own query; under high load the keys that arrive during a query
 * share the next one, because the round trip costs more than the query. A query never starts before its keys arrived, so
 * that it sees all earlier commits.
 *
 * @param load - returns the values in the order of the keys.
 * @param minIntervalMs - the minimum time between the starts of two queries while many keys arrive. A key is queried at once if few
 *   arrived shortly before it, or after a longer pause.
 */
export function createBatchLoader<Key, Answer>(
  load: (keys: readonly Key[]) => Promise<readonly Answer[]>,
  minIntervalMs = 0,
): (key: Key) => Promise<Answer> {
  let queue: PendingKey<Key, Answer>[] = [];
  let runningQueries = 0;
  let nextStart = 0;
  const hasManyKeys =
    minIntervalMs > 0 ? observeArrivals((observedKeys / minKeysPerInterval) * minIntervalMs) : undefined;
  let mustWait = false;

  const runBatch = async (batch: readonly PendingKey<Key, Answer>[]): Promise<void> => {
    try {
      const answers = await load(batch.map(({ key }) => key));
      for (const [index, { resolve }] of batch.entries()) resolve(answers[index] as Answer);
    } catch (error) {
      // An unreachable database fails for all keys: single retries would add up their timeouts.
      if (batch.length === 1 || isDatabaseUnavailable(error)) for (const { reject } of batch) reject(error);
      // One invalid key must not fail the other keys of the batch.
      else for (const pending of batch) await runBatch([pending]);
    }
  };
  const processQueue = async (): Promise<void> => {
    runningQueries += 1;
    // Collects the keys of the same turn of the event loop.
    await Promise.resolve();
    while (queue.length > 0) {
      const waitMs = mustWait ? nextStart - performance.now() : 0;
      if (waitMs > 0) {
        await pause(waitMs);
        continue;
      }
      nextStart = performance.now() + minIntervalMs;
      const batch = queue.slice(0, maxKeysPerQuery);
      queue = queue.slice(maxKeysPerQuery);
      await runBatch(batch);
    }
    runningQueries -= 1;
  };
  return (key) =>
    new Promise((resolve, reject) => {
      queue.push({ key, resolve, reject });
      if (hasManyKeys) mustWait = hasManyKeys();
      if (runningQueries < maxConcurrentQueries) void processQueue();
    });
}

/** @returns a function to call at each arrival, which returns whether the last {@link observedKeys} arrived within `withinMs`. */
function observeArrivals(withinMs: number): () => boolean {
  const arrivals = new Float64Array(observedKeys).fill(Number.NEGATIVE_INFINITY);
  let next = 0;
  return () => {
    const now = performance.now();
    arrivals[next] = now;
    next = (next + 1) % observedKeys;
    return now - (arrivals[next] ?? 0) < withinMs;
  };
}
