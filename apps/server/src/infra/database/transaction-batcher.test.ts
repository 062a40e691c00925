import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { eventually } from '../../../testing/eventually.ts';
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

test('runs one item at once, and those that arrive during a transaction in the next one', async () => {
  const { run, batches, end } = held();
  const first = run('a');
  await turn();
  const later = ['b', 'c', 'd'].map(run);
  await turn();
  expect(batches).toEqual([['a']]);
  await end();
  expect(batches).toEqual([['a'], ['b', 'c', 'd']]);
  await end();
  expect(await settle([first, ...later])).toEqual(['a', 'b', 'c', 'd'].map((one) => `${one} in a batch`));
});

test('a slow batch does not hold up the next one, up to four batches', async () => {
  const { run, batches, end } = held();
  const all: Promise<string>[] = [];
  for (const item of ['a', 'b', 'c', 'd']) {
    all.push(run(item));
    await eventually(async () => expect(batches.at(-1)).toEqual([item]));
  }
  all.push(run('e'), run('f'));
  await turn();
  expect(batches).toHaveLength(4);
  await end();
  await eventually(async () => expect(batches.at(-1)).toEqual(['e', 'f']));
  for (let times = 0; times < 4; times += 1) await end();
  expect(await settle(all)).toHaveLength(6);
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
