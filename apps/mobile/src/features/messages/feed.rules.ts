import { limits } from '@sealflow/domain/limits';

/** Rows of the first request: a screen and some more, so that it is small. */
export const firstPageSize = 30;
/** Rows of a further request. A user who scrolls that far scrolls on, and each response interrupts the scrolling. */
export const furtherPageSize = limits.list.maxPageSize;

/** Most rows between the last rendered row and the end of the loaded ones at which the next page is fetched. */
const maxPrefetchRows = 40;

/**
 * Number of rows before the end of `count` loaded ones at which the next page is fetched, so that scrolling does not
 * reach the end first. Less than half of the rows, so that the first screen of a list fetches no second page, but at
 * least one, so that the last row of a short list always fetches.
 */
export const prefetchRowCount = (count: number): number =>
  Math.min(maxPrefetchRows, Math.max(1, Math.floor(count * 0.45)));

/** The gap between the newest end of a list and its first loaded page. */
export type NewerGap = {
  readonly remaining: number;
  /**
   * Upper bound (ms since 1970) that `remaining` was counted with, so that arriving items do not shift the pages.
   */
  readonly before: number;
};

/** A page of a list that grows at its newest end, the newest item first. */
export type FeedPage<Item> = {
  readonly data: readonly Item[];
  /** Whether nothing older exists. */
  readonly isLast: boolean;
  /** Null if the page reaches the newest end. */
  readonly newer: NewerGap | null;
};

type ItemKeys<Item> = {
  readonly keyOf: (item: Item) => string;
  readonly timeOf: (item: Item) => number;
};

/** The items of consecutive pages without duplicates; pages of a growing list can overlap. */
export function flattenPages<Item>(
  pages: readonly FeedPage<Item>[],
  keyOf: (item: Item) => string,
): readonly Item[] {
  const seen = new Set<string>();
  const items: Item[] = [];
  for (const { data } of pages) {
    for (const item of data) {
      const key = keyOf(item);
      if (seen.has(key)) continue;
      seen.add(key);
      items.push(item);
    }
  }
  return items;
}

/**
 * Merges a newly fetched first page into the loaded pages. Older pages stay; if the two do not overlap, the
 * older pages are dropped and loaded again by scrolling.
 */
export function mergeNewest<Item>(
  pages: readonly FeedPage<Item>[],
  fresh: FeedPage<Item>,
  { keyOf, timeOf }: ItemKeys<Item>,
): readonly FeedPage<Item>[] {
  const oldest = fresh.data.at(-1);
  const newest = pages[0]?.data[0];
  if (fresh.isLast || oldest === undefined || newest === undefined) return [fresh];
  const from = timeOf(oldest);
  if (from > timeOf(newest)) return [fresh];
  const keys = new Set(fresh.data.map(keyOf));
  const olderPages = pages
    .map((page) => ({
      ...page,
      data: page.data.filter((item) => timeOf(item) <= from && !keys.has(keyOf(item))),
    }))
    .filter(({ data, isLast }) => data.length > 0 || isLast);
  return [fresh, ...olderPages];
}

/**
 * Cursor of the next page: the time of the oldest loaded item, and the number of loaded items with that time.
 * Undefined if there is no next page.
 */
export function nextPageCursor<Item>(
  pages: readonly FeedPage<Item>[],
  { keyOf, timeOf }: ItemKeys<Item>,
): { readonly before: number; readonly skip: number } | undefined {
  const items = flattenPages(pages.slice(-2), keyOf);
  const last = items.at(-1);
  if (last === undefined || pages.at(-1)?.isLast !== false) return undefined;
  const moment = timeOf(last);
  return { before: moment + 1, skip: items.filter((item) => timeOf(item) === moment).length };
}
