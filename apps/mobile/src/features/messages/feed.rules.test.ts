import { expect, it } from 'vitest';
import {
  type FeedPage,
  firstPageSize,
  flattenPages,
  mergeNewest,
  nextPageCursor,
  prefetchRowCount,
} from './feed.rules.ts';

type Item = { readonly key: string; readonly time: number; readonly text?: string };
const facts = { keyOf: ({ key }: Item) => key, timeOf: ({ time }: Item) => time };
const item = (time: number, text?: string): Item => ({
  key: `k${time}`,
  time,
  ...(text === undefined ? {} : { text }),
});
const pageOf = (times: readonly number[], isLast = false): FeedPage<Item> => ({
  data: times.map((time) => item(time)),
  isLast,
  newer: null,
});
const timesOf = (pages: readonly FeedPage<Item>[]) =>
  flattenPages(pages, facts.keyOf).map(({ time }) => time);

it('puts new items above the known items', () => {
  const merged = mergeNewest([pageOf([6, 5, 4]), pageOf([3, 2, 1], true)], pageOf([8, 7, 6]), facts);
  expect(timesOf(merged)).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);
  expect(merged.at(-1)?.isLast).toBe(true);
});

it('applies changes and removals only within the range of the fresh page', () => {
  const fresh = { ...pageOf([]), data: [item(6, 'changed'), item(4)] };
  const merged = mergeNewest([pageOf([6, 5, 4]), pageOf([3, 2])], fresh, facts);
  expect(timesOf(merged)).toEqual([6, 4, 3, 2]);
  expect(flattenPages(merged, facts.keyOf)[0]?.text).toBe('changed');
});

it('moves an updated item to the top and shows it once', () => {
  const moved = { key: 'k2', time: 9 };
  const fresh = { ...pageOf([]), data: [moved, item(6), item(5)] };
  const merged = mergeNewest([pageOf([6, 5, 4]), pageOf([3, 2, 1])], fresh, facts);
  expect(timesOf(merged)).toEqual([9, 6, 5, 4, 3, 1]);
});

it('restarts with the fresh page when there is a gap to the known items', () => {
  expect(timesOf(mergeNewest([pageOf([3, 2, 1])], pageOf([9, 8, 7]), facts))).toEqual([9, 8, 7]);
});

it('replaces the feed with the fresh page when that page is complete or nothing was known', () => {
  expect(timesOf(mergeNewest([pageOf([3, 2, 1])], pageOf([3], true), facts))).toEqual([3]);
  expect(timesOf(mergeNewest([pageOf([], true)], pageOf([2, 1]), facts))).toEqual([2, 1]);
});

it('requests older items and skips known items of the same time', () => {
  expect(nextPageCursor([pageOf([5, 4, 3])], facts)).toEqual({ before: 4, skip: 1 });
  const same: FeedPage<Item> = {
    data: [item(3), { key: 'b', time: 2 }, { key: 'c', time: 2 }],
    isLast: false,
    newer: null,
  };
  expect(nextPageCursor([same], facts)).toEqual({ before: 3, skip: 2 });
  expect(nextPageCursor([pageOf([2, 1], true)], facts)).toBeUndefined();
});

it('fetches a second page only once the first screen is left, and then well before the end', () => {
  // The screen of a phone with the rows that are rendered beyond it.
  const lastRendered = 15;
  expect(lastRendered).toBeLessThan(firstPageSize - prefetchRowCount(firstPageSize));
  expect(prefetchRowCount(130)).toBe(40);
  // The last row of a list of any length fetches.
  expect([1, 2, 3].map(prefetchRowCount)).toEqual([1, 1, 1]);
});
