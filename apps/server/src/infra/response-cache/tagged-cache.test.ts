import { expect, test } from 'vitest';
import type { Change, ChangeFeed, ChangeListener } from '../changes/changes.port.ts';
import { entryKeyOf } from './entry-table.util.ts';
import { createTaggedCache, recordChangedTags } from './tagged-cache.util.ts';

let now = 0;

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
  const changedTags = recordChangedTags(changes, affectedTags);
  const cache = createTaggedCache<number>({
    changedTags,
    clock: () => now,
    maxEntries,
    maxEntriesPerFirstTag: 5,
  });
  const store = (key: string, value: number, ...tags: string[]) =>
    cache.read(
      entryKeyOf(key),
      async () => value,
      () => ({ value, tags }),
    );
  const cachedOf = (...keys: string[]) => keys.filter((key) => cache.get(entryKeyOf(key)) !== undefined);
  return { cache, store, cachedOf, notify: (change: Change | 'lost') => notify(change) };
}

test('evicts the oldest entry first, however many were evicted before', async () => {
  const { store, cachedOf, notify } = openCache(3);
  for (const key of ['a', 'b', 'c', 'd']) await store(key, 1, key);
  expect(cachedOf('a', 'b', 'c', 'd')).toEqual(['b', 'c', 'd']);
  notify({ topic: 'task', id: 'c' });
  // Storing the entry again makes it the newest one.
  await store('b', 2, 'b');
  await store('e', 1, 'e');
  await store('f', 1, 'f');
  expect(cachedOf('b', 'c', 'd', 'e', 'f')).toEqual(['b', 'e', 'f']);
  notify('lost');
  expect(cachedOf('b', 'e', 'f')).toEqual([]);
  for (const key of ['g', 'h', 'i', 'k']) await store(key, 1, key);
  expect(cachedOf('g', 'h', 'i', 'k')).toEqual(['h', 'i', 'k']);
});

test('limits the entries per tag and evicts the oldest of the tag first', async () => {
  const { store, cachedOf } = openCache(1000);
  for (let index = 0; index < 100; index += 1) await store(`index ${index}`, 1, 'session', 't');
  await store('other', 1, 'other session', 't');
  expect(cachedOf(...Array.from({ length: 100 }, (_, index) => `index ${index}`))).toEqual(
    [95, 96, 97, 98, 99].map((index) => `index ${index}`),
  );
  expect(cachedOf('other')).toEqual(['other']);
});

test('invalidates exactly the entries of a changed tag, repeatedly', async () => {
  const { store, cachedOf, notify } = openCache(1000);
  for (let round = 0; round < 3; round += 1) {
    for (let person = 0; person < 10; person += 1) await store(`key ${person}`, round, `p${person}`, 't');
    notify({ topic: 'task', id: 'p3' });
    expect(cachedOf('key 2', 'key 3', 'key 4')).toEqual(['key 2', 'key 4']);
    notify({ topic: 'task', tid: 't' });
    expect(cachedOf(...Array.from({ length: 10 }, (_, person) => `key ${person}`))).toEqual([]);
  }
});

test('stores nothing that changed while it was read, and discards it if changes were lost meanwhile', async () => {
  const { cache, cachedOf, notify } = openCache(1000);
  const readMeanwhile = (key: string, change: Change | 'lost') =>
    cache.read(
      entryKeyOf(key),
      async () => notify(change),
      () => ({ value: 1, tags: ['s', 't'] }),
    );
  await readMeanwhile('changed', { topic: 'task', tid: 't' });
  await readMeanwhile('lost', 'lost');
  await readMeanwhile('unaffected', { topic: 'task', tid: 'other' });
  expect(cachedOf('changed', 'lost', 'unaffected')).toEqual(['unaffected']);
});

test('stores nothing that changed since the moment that a read names as its begin', async () => {
  const { cache, cachedOf, notify } = openCache(1000);
  const since = cache.begin();
  const readSince = (key: string, tag: string) =>
    cache.read(
      entryKeyOf(key),
      async () => 1,
      () => ({ value: 1, tags: ['s', tag] }),
      since,
    );
  notify({ topic: 'task', tid: 't' });
  await readSince('changed', 't');
  await readSince('unaffected', 'other');
  expect(cachedOf('changed', 'unaffected')).toEqual(['unaffected']);
});

test('an entry that is stored again counts once, one that changed counts until it is stored again', async () => {
  const { store, cachedOf, notify } = openCache(1000);
  const keys = ['a', 'b', 'c', 'd', 'e'];
  for (let round = 0; round < 3; round += 1)
    for (const key of keys) await store(key, round, 'session', `of ${key}`);
  expect(cachedOf(...keys)).toEqual(keys);
  notify({ topic: 'task', id: 'of c' });
  await store('f', 1, 'session');
  expect(cachedOf(...keys, 'f')).toEqual(['b', 'd', 'e', 'f']);
  await store('c', 1, 'session');
  expect(cachedOf(...keys, 'f')).toEqual(['b', 'c', 'd', 'e', 'f']);
});

test('an entry ends with its validity', async () => {
  const { cache } = openCache(10);
  now = 1000;
  cache.store(entryKeyOf('a'), { value: 1, tags: ['t'], until: 2000 }, cache.begin());
  now = 1999;
  expect(cache.get(entryKeyOf('a'))).toBe(1);
  now = 2000;
  expect(cache.get(entryKeyOf('a'))).toBeUndefined();
});

test('each of many tags of an entry invalidates it', async () => {
  const tags = Array.from({ length: 30 }, (_, index) => `tag ${index}`);
  for (const tag of tags) {
    const { store, cachedOf, notify } = openCache(10);
    await store('many', 1, ...tags);
    await store('few', 1, 'tag', 'other');
    notify({ topic: 'task', id: tag });
    expect(cachedOf('many', 'few')).toEqual(['few']);
  }
});
