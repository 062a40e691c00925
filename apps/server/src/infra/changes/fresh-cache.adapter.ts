import type { Change, ChangeFeed } from './changes.port.ts';
import { type Tag, Tags } from './tags.adapter.ts';

/** A value and the tags that it depends on. */
export interface Kept<Value> {
  readonly value: Value;
  /** Tags of what the value was read from, in the form that `affectedTags` returns for changes. */
  readonly tags: readonly string[];
}

export interface FreshCacheOptions {
  changes: ChangeFeed;
  /** The oldest entry is evicted first. */
  most: number;
  /** Limit for entries with the same first tag, so that no single client can fill the cache with varied requests. */
  mostEach: number;
  /** The tags that a change invalidates; `all` if it may affect every entry. */
  touches: (change: Change) => readonly string[] | 'all';
}

/** Cache of database values. An entry is served only while no change of its tags can have gone unnoticed. */
export interface FreshCache<Value> {
  get(key: string): Value | undefined;
  /** Resolves to the entry once the feed is current again; undefined if there is no entry or no need to wait. */
  soon(key: string): Promise<Value | undefined> | undefined;
  /**
   * Runs `read` and caches what `toTagged` makes of the result, unless one of its tags changed since before the read began.
   * Concurrent reads are not shared: another read may have begun before a change that this caller knows of.
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
 * Safety net against changes that no tag covers. It must exceed the polling interval of clients by far: entries that lived for
 * half a minute were never hit by clients that poll once a minute.
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
  // One iterator for all evictions: a new one would skip all slots that earlier deletions left in the map.
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
    // The clock is read once: it is most of the cost of a cache hit.
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
