import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type BatchOutcome, createTransactionBatcher } from './transaction-batcher.util.ts';

/** Batches that stay open until the test ends them, with the outcomes that it gives them. */
function held() {
  const open: PromiseWithResolvers<void>[] = [];
  const batches: string[][] = [];
  const alone: string[] = [];
  const run = createTransactionBatcher<string, string>({
    async runBatch(items) {
      batches.push([...items]);
      const one = Promise.withResolvers<void>();
      open.push(one);
      await one.promise;
      return items.map((item): BatchOutcome<string> => {
        if (item.startsWith('locked')) return 'postponed';
        return item.startsWith('rejected') ? { error: new Error(item) } : { result: `${item} in a batch` };
      });
    },
    async runAlone(item) {
      alone.push(item);
      if (item.startsWith('bad')) throw new Error(item);
      return `${item} alone`;
    },
  });
  const end = async (error?: Error) => {
    const one = open.shift();
    if (error) one?.reject(error);
    else one?.resolve();
    await turn();
  };
  return { run, batches, alone, end };
}

const settle = async (promises: readonly Promise<string>[]) =>
  (await Promise.allSettled(promises)).map((one) =>
    one.status === 'fulfilled' ? one.value : `error ${one.reason.message}`,
  );

test('runs one item at once, and those that arrive during two transactions in the next one', async () => {
  const { run, batches, end } = held();
  const first = run('a');
  await turn();
  const second = run('b');
  await turn();
  const later = ['c', 'd', 'e'].map(run);
  await turn();
  expect(batches).toEqual([['a'], ['b']]);
  for (let times = 0; times < 3; times += 1) await end();
  expect(batches).toEqual([['a'], ['b'], ['c', 'd', 'e']]);
  expect(await settle([first, second, ...later])).toEqual(
    ['a', 'b', 'c', 'd', 'e'].map((one) => `${one} in a batch`),
  );
});

test('a batch has at most twenty items', async () => {
  const { run, batches, end } = held();
  const all = Array.from({ length: 45 }, (_, n) => run(String(n)));
  for (let times = 0; times < 3; times += 1) {
    await turn();
    await end();
  }
  await Promise.all(all);
  expect(batches.map((batch) => batch.length)).toEqual([20, 20, 5]);
});

test('a rejected item has its own error, and a postponed one runs alone while the next batches run', async () => {
  const { run, batches, alone, end } = held();
  const results = settle(['a', 'rejected', 'locked'].map(run));
  await turn();
  await end();
  expect(await results).toEqual(['a in a batch', 'error rejected', 'locked alone']);
  expect([batches, alone]).toEqual([[['a', 'rejected', 'locked']], ['locked']]);
});

test('after an unexpected failure each item of the batch runs alone', async () => {
  const { run, alone, end } = held();
  const results = settle(['a', 'bad', 'b'].map(run));
  await turn();
  await end(new Error('deadlock'));
  expect(await results).toEqual(['a alone', 'error bad', 'b alone']);
  expect(alone).toEqual(['a', 'bad', 'b']);
});

test('the failure of a single item is its result', async () => {
  const { run, alone, end } = held();
  const result = settle([run('a')]);
  await turn();
  await end(new Error('broken'));
  expect(await result).toEqual(['error broken']);
  expect(alone).toEqual([]);
});

test('no item is repeated after the connection was lost, because it may have been committed', async () => {
  const { run, alone, end } = held();
  const results = settle(['a', 'b'].map(run));
  await turn();
  await end(new Error('Connection terminated unexpectedly'));
  expect(new Set(await results)).toEqual(new Set(['error Connection terminated unexpectedly']));
  expect(alone).toEqual([]);
});
