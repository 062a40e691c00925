import { expect, test } from 'vitest';
import type { Change, ChangeFeed, ChangeListener } from '../changes/changes.port.ts';
import { createTaggedCache } from './tagged-cache.util.ts';

function openCache(maxEntries: number) {
  let notify: ChangeListener = () => {};
  const changes: ChangeFeed = {
    subscribe: (listener) => {
      notify = listener;
      return () => {};
    },
    isCurrent: () => true,
    catchUp: async () => {},
    waitUntilCurrent: () => undefined,
  };
  const affectedTags = ({ id = '', tid = '' }: Change) => [id, tid];
  const cache = createTaggedCache<number>({ changes, maxEntries, maxEntriesPerFirstTag: 5, affectedTags });
  const keep = (key: string, value: number, ...tags: string[]) =>
    cache.read(
      key,
      async () => value,
      () => ({ value, tags }),
    );
  const has = (...keys: string[]) => keys.filter((key) => cache.get(key) !== undefined);
  return { cache, keep, has, notify: (change: Change | 'lost') => notify(change) };
}

test('evicts the oldest entry first, however many were evicted before', async () => {
  const { keep, has, notify } = openCache(3);
  for (const key of ['a', 'b', 'c', 'd']) await keep(key, 1, key);
  expect(has('a', 'b', 'c', 'd')).toEqual(['b', 'c', 'd']);
  notify({ topic: 'task', id: 'c' });
  // Storing the entry again makes it the newest one.
  await keep('b', 2, 'b');
  await keep('e', 1, 'e');
  await keep('f', 1, 'f');
  expect(has('b', 'c', 'd', 'e', 'f')).toEqual(['b', 'e', 'f']);
  notify('lost');
  expect(has('b', 'e', 'f')).toEqual([]);
  for (const key of ['g', 'h', 'i', 'k']) await keep(key, 1, key);
  expect(has('g', 'h', 'i', 'k')).toEqual(['h', 'i', 'k']);
});

test('limits the entries per tag and evicts the oldest of the tag first', async () => {
  const { keep, has } = openCache(1000);
  for (let way = 0; way < 100; way += 1) await keep(`way ${way}`, 1, 'session', 't');
  await keep('other', 1, 'other session', 't');
  expect(has(...Array.from({ length: 100 }, (_, way) => `way ${way}`))).toEqual(
    [95, 96, 97, 98, 99].map((way) => `way ${way}`),
  );
  expect(has('other')).toEqual(['other']);
});

test('invalidates exactly the entries of a changed tag, repeatedly', async () => {
  const { keep, has, notify } = openCache(1000);
  for (let round = 0; round < 3; round += 1) {
    for (let person = 0; person < 10; person += 1) await keep(`key ${person}`, round, `p${person}`, 't');
    notify({ topic: 'task', id: 'p3' });
    expect(has('key 2', 'key 3', 'key 4')).toEqual(['key 2', 'key 4']);
    notify({ topic: 'task', tid: 't' });
    expect(has(...Array.from({ length: 10 }, (_, person) => `key ${person}`))).toEqual([]);
  }
});
