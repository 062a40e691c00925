import { expect, test } from 'vitest';
import { createBatchLoader } from './batch-loader.util.ts';

/** Loader calls that stay pending until the test resolves them. */
function held() {
  const open: (() => void)[] = [];
  const loadedKeys: string[][] = [];
  const ask = createBatchLoader(async (keys: readonly string[]) => {
    loadedKeys.push([...keys]);
    await new Promise<void>((resolve) => open.push(resolve));
    if (keys.includes('bad')) throw new Error('bad');
    return keys.map((key) => key.toUpperCase());
  });
  const release = async () => {
    open.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { ask, loadedKeys, release };
}

test('batches keys that arrive while queries are running and returns to each its own value', async () => {
  const { ask, loadedKeys, release } = held();
  const first = ask('a');
  await Promise.resolve();
  const second = ask('b');
  await Promise.resolve();
  const later = ['c', 'd', 'e'].map(ask);
  await new Promise((resolve) => setImmediate(resolve));
  expect(loadedKeys).toEqual([['a'], ['b']]);
  for (let times = 0; times < 3; times += 1) await release();
  expect(loadedKeys).toEqual([['a'], ['b'], ['c', 'd', 'e']]);
  expect(await Promise.all([first, second, ...later])).toEqual(['A', 'B', 'C', 'D', 'E']);
});

/** A loader whose queries take no time, with the moment at which each of them started. */
function immediate(minIntervalMs: number) {
  const startedAt: number[] = [];
  const ask = createBatchLoader(async (keys: readonly number[]) => {
    startedAt.push(performance.now());
    return keys;
  }, minIntervalMs);
  return { ask, startedAt };
}

test('queries single keys at once, however long the interval is', async () => {
  const { ask, startedAt } = immediate(60_000);
  for (let key = 0; key < 5; key += 1) {
    expect(await ask(key)).toBe(key);
    expect(startedAt).toHaveLength(key + 1);
  }
});

test('lets keys share queries while many arrive, however fast the queries are', async () => {
  const { ask, startedAt } = immediate(3);
  const answers: Promise<number>[] = [];
  for (let key = 0; startedAt.length < 60; key += 1) {
    answers.push(ask(key));
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await Promise.all(answers)).toEqual(answers.map((_, key) => key));
  // The first keys have queries of their own, until their number shows that many arrive.
  expect(answers.length).toBeGreaterThan(2 * startedAt.length);
});

test('isolates the failure of one key from the other keys', async () => {
  const ask = createBatchLoader(async (keys: readonly string[]) => {
    if (keys.includes('bad')) throw new Error('bad');
    return keys;
  });
  const results = await Promise.allSettled(['a', 'bad', 'b'].map(ask));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('queries at most two hundred keys at once', async () => {
  const sizes: number[] = [];
  const ask = createBatchLoader(async (keys: readonly number[]) => {
    sizes.push(keys.length);
    return keys;
  });
  const numbers = Array.from({ length: 450 }, (_, index) => index);
  expect(await Promise.all(numbers.map(ask))).toEqual(numbers);
  expect(Math.max(...sizes)).toBe(200);
});

test('rejects all waiting keys at once if the database is gone', async () => {
  let loads = 0;
  const ask = createBatchLoader<string, string>(async () => {
    loads += 1;
    throw new Error('Connection terminated unexpectedly');
  });
  const outcomes = await Promise.allSettled(['a', 'b', 'c'].map((key) => ask(key)));
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(loads).toBe(1);
});
