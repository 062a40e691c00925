/** What of a list lies between its newest end and the first page that is here. */
export type Newer = {
  readonly left: number;
  /** Counted before this moment (ms since 1970), so that what arrives meanwhile moves no page. */
  readonly before: number;
};

/** Some of a list that grows at its newest end, the newest first. */
export type FeedPage<Item> = {
  readonly data: readonly Item[];
  /** Whether there is nothing older. */
  readonly isLast: boolean;
  /** Null where the page reaches the newest end. */
  readonly newer: Newer | null;
};

type ItemFacts<Item> = {
  readonly keyOf: (item: Item) => string;
  readonly timeOf: (item: Item) => number;
};

/** The items of pages that follow each other, each once: a list that moves shows some twice. */
export function itemsOf<Item>(
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
 * Puts a page that was just fetched from the newest end in the place of what is known of its stretch. Older pages stay
 * as they are; where the two do not meet, they go, and come again as one scrolls.
 */
export function mergeNewest<Item>(
  pages: readonly FeedPage<Item>[],
  fresh: FeedPage<Item>,
  { keyOf, timeOf }: ItemFacts<Item>,
): readonly FeedPage<Item>[] {
  const oldest = fresh.data.at(-1);
  const newest = pages[0]?.data[0];
  if (fresh.isLast || oldest === undefined || newest === undefined) return [fresh];
  const from = timeOf(oldest);
  if (from > timeOf(newest)) return [fresh];
  const keys = new Set(fresh.data.map(keyOf));
  const known = pages
    .map((page) => ({
      ...page,
      data: page.data.filter((item) => timeOf(item) <= from && !keys.has(keyOf(item))),
    }))
    .filter(({ data, isLast }) => data.length > 0 || isLast);
  return [fresh, ...known];
}

/** Where the page after these begins: before the oldest one, past those of the same moment that are here already. */
export function afterLast<Item>(
  pages: readonly FeedPage<Item>[],
  { keyOf, timeOf }: ItemFacts<Item>,
): { readonly before: number; readonly skip: number } | undefined {
  const items = itemsOf(pages.slice(-2), keyOf);
  const last = items.at(-1);
  if (last === undefined || pages.at(-1)?.isLast !== false) return undefined;
  const moment = timeOf(last);
  return { before: moment + 1, skip: items.filter((item) => timeOf(item) === moment).length };
}
