import { isConnectionLost } from './database.errors.ts';

/**
 * What became of one item of a batch. `postponed`: nothing was done, because another transaction or another item of the batch has
 * locked what it needs. An item with an error has written nothing.
 */
export type BatchOutcome<Result> = { readonly result: Result } | { readonly error: Error } | 'postponed';

export interface BatchedWork<Item, Result> {
  /** Does the work of several items in one transaction, without waiting for locks. @returns the outcomes in their order. */
  readonly runBatch: (items: readonly Item[]) => Promise<readonly BatchOutcome<Result>[]>;
  /** Does the work of one item in its own transaction, and waits for locks. */
  readonly runAlone: (item: Item) => Promise<Result>;
}

/** A batch that takes longer, such as by a lock, does not hold up the next one. */
const slowBatchMs = 50;
/** Maximum number of concurrent batches: less than the connections of a node. */
const maxConcurrentBatches = 4;
const maxItemsPerBatch = 20;

interface PendingItem<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result | PromiseLike<Result>) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Batches work that needs a transaction. Under low load each item has its own transaction at once; under high load the items that
 * arrive during a transaction share the next one, because a commit and the round trips cost more than the rows.
 *
 * An item that is postponed runs alone, outside of the batches, so that it delays no other. If a batch fails, it
 * is rolled back and each item runs alone, so that one item does not fail the others. If the connection was lost, the batch may have been
 * committed: all items fail then, as they do alone.
 */
export function createTransactionBatcher<Item, Result>({
  runBatch,
  runAlone,
}: BatchedWork<Item, Result>): (item: Item) => Promise<Result> {
  const queue: PendingItem<Item, Result>[] = [];
  let runningBatches = 0;
  let slowBatches = 0;

  const run = async (batch: readonly PendingItem<Item, Result>[]): Promise<void> => {
    try {
      const outcomes = await runBatch(batch.map(({ item }) => item));
      for (const [index, { item, resolve, reject }] of batch.entries()) {
        const outcome = outcomes[index];
        if (outcome === undefined || outcome === 'postponed') resolve(runAlone(item));
        else if ('error' in outcome) reject(outcome.error);
        else resolve(outcome.result);
      }
    } catch (error) {
      if (batch.length === 1 || isConnectionLost(error)) for (const { reject } of batch) reject(error);
      else for (const { item, resolve } of batch) resolve(runAlone(item));
    }
  };
  const startBatch = () => {
    if (queue.length === 0 || runningBatches > slowBatches || runningBatches >= maxConcurrentBatches) return;
    let isSlow = false;
    const timer = setTimeout(() => {
      isSlow = true;
      slowBatches += 1;
      startBatch();
    }, slowBatchMs);
    runningBatches += 1;
    void run(queue.splice(0, maxItemsPerBatch)).finally(() => {
      clearTimeout(timer);
      runningBatches -= 1;
      if (isSlow) slowBatches -= 1;
      startBatch();
    });
  };
  return (item) =>
    new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject });
      // Collects the items of the same turn of the event loop.
      queueMicrotask(startBatch);
    });
}
