import type { Change, ChangeFeed } from './changes.port.ts';
import { type Tag, Tags } from './tags.adapter.ts';

/** What was read, and what it hangs on. */
export interface Kept<Value> {
  readonly value: Value;
  /** Names of what it was read from, as `touches` gives them for changes. */
  readonly tags: readonly string[];
}

export interface FreshCacheOptions {
  changes: ChangeFeed;
  /** Entries held at most; the oldest goes first. */
  most: number;
  /** Entries held at most of those that hang on the same first name: nobody fills it all by asking in other words. */
  mostEach: number;
  /** The tags that a change concerns, `all` where it may concern everything. */
  touches: (change: Change) => readonly string[] | 'all';
}

/** Values of the database that are given out only while nothing they were read from can have changed unnoticed. */
export interface FreshCache<Value> {
  get(key: string): Value | undefined;
  /** What is kept and only waits for the feed to be current again; undefined where there is nothing to wait for. */
  soon(key: string): Promise<Value | undefined> | undefined;
  /**
   * Reads for a key, and keeps what `keep` makes of it where nothing it hangs on changed since before the read began.
   * Nobody waits for another's read: it may have begun before a change that they know of.
   */
  read<Result>(
    key: string,
    read: () => Promise<Result>,
    keep: (result: Result) => Kept<Value> | undefined,
  ): Promise<Result>;
}

interface Entry<Value> {
  readonly key: string;
  readonly value: Value;
  readonly keptAt: number;
  tags: readonly Tag<Entry<Value>>[];
}

interface Fill {
  spoiled: boolean;
  readonly touched: Set<string>;
}

/**
 * The last resort against whatever was overlooked, in milliseconds. What is asked once a minute has to be found at the next
 * asks: what was kept for half a minute was never found by anybody who polls.
 */
const longest = 600_000;

export function freshCache<Value>({
  changes,
  most,
  mostEach,
  touches,
}: FreshCacheOptions): FreshCache<Value> {
  const entries = new Map<string, Entry<Value>>();
  const tagged = new Tags<Entry<Value>>();
  const fills = new Set<Fill>();
  // One walk from the oldest on: begun anew for each entry, it would pass by all the gaps that those before it left.
  let oldest = entries.values();

  const drop = (entry: Entry<Value>) => {
    if (entries.get(entry.key) === entry) entries.delete(entry.key);
    tagged.take(entry, entry.tags);
  };
  const dropOldest = () => {
    let next = oldest.next();
    if (next.done) {
      oldest = entries.values();
      next = oldest.next();
    }
    if (next.value) drop(next.value);
  };
  const forgetAll = () => {
    entries.clear();
    tagged.clear();
    for (const fill of fills) fill.spoiled = true;
  };
  const forget = (tag: string) => {
    for (const entry of tagged.of(tag)) drop(entry);
    for (const fill of fills) fill.touched.add(tag);
  };

  changes.subscribe((change) => {
    const tags = change === 'lost' ? 'all' : touches(change);
    if (tags === 'all') forgetAll();
    else for (const tag of tags) forget(tag);
  });

  const keep = (key: string, { value, tags }: Kept<Value>) => {
    const before = entries.get(key);
    if (before) drop(before);
    const [first = ''] = tags;
    const ofSame = tagged.of(first);
    if (ofSame.length >= mostEach && ofSame[0]) drop(ofSame[0]);
    if (entries.size >= most) dropOldest();
    const entry: Entry<Value> = { key, value, keptAt: performance.now(), tags: [] };
    entry.tags = tagged.hang(entry, tags);
    entries.set(key, entry);
  };

  const get = (key: string): Value | undefined => {
    const entry = entries.get(key);
    // The clock is read once: this is most of what a call costs here.
    const now = performance.now();
    if (!entry || !changes.isCurrent(now)) return undefined;
    if (now - entry.keptAt < longest) return entry.value;
    drop(entry);
    return undefined;
  };

  return {
    get,
    soon(key) {
      if (!entries.has(key) || changes.isCurrent()) return undefined;
      return changes.soonCurrent()?.then(() => get(key));
    },
    async read(key, read, keepOf) {
      if (!changes.isCurrent()) return read();
      const fill: Fill = { spoiled: false, touched: new Set() };
      fills.add(fill);
      try {
        const result = await read();
        const kept = keepOf(result);
        const unchanged = !fill.spoiled && !kept?.tags.some((tag) => fill.touched.has(tag));
        if (kept && unchanged && changes.isCurrent()) keep(key, kept);
        return result;
      } finally {
        fills.delete(fill);
      }
    },
  };
}
