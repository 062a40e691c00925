import type { Change, ChangeFeed } from '../changes/changes.port.ts';
import { type Tag, TagIndex } from './tag-index.util.ts';

/** A value and the tags that it depends on. */
export interface Tagged<Value> {
  readonly value: Value;
  /** Tags of what the value was read from, in the form that `affectedTags` returns for changes. */
  readonly tags: readonly string[];
}

export interface TaggedCacheOptions {
  changes: ChangeFeed;
  /** The oldest entry is evicted first. */
  maxEntries: number;
  /** Limit for entries with the same first tag, so that no single client can fill the cache with varied requests. */
  maxEntriesPerFirstTag: number;
  /** The tags that a change invalidates; `all` if it may affect every entry. */
  affectedTags: (change: Change) => readonly string[] | 'all';
}

/** Cache of database values. An entry is served only while no change of its tags can have gone unnoticed. */
export interface TaggedCache<Value> {
  get(key: string): Value | undefined;
  /** Resolves to the entry once the feed is current again; undefined if there is no entry or no need to wait. */
  getWhenCurrent(key: string): Promise<Value | undefined> | undefined;
  /**
   * Runs `read` and caches what `toTagged` makes of the result, unless one of its tags changed since before the read began.
   * Concurrent reads are not shared: another read may have begun before a change that this caller knows of.
   */
  read<Result>(
    key: string,
    read: () => Promise<Result>,
    storeEntry: (result: Result) => Tagged<Value> | undefined,
  ): Promise<Result>;
}

interface Entry<Value> {
  readonly key: string;
  readonly value: Value;
  readonly storedAt: number;
  tags: readonly Tag<Entry<Value>>[];
}

interface PendingRead {
  isInvalidated: boolean;
  readonly touchedTags: Set<string>;
}

/**
 * Safety net against changes that no tag covers. It must exceed the polling interval of clients by far: entries that lived for
 * half a minute were never hit by clients that poll once a minute.
 */
const maxAgeMs = 600_000;

export function createTaggedCache<Value>({
  changes,
  maxEntries,
  maxEntriesPerFirstTag,
  affectedTags,
}: TaggedCacheOptions): TaggedCache<Value> {
  const entries = new Map<string, Entry<Value>>();
  const index = new TagIndex<Entry<Value>>();
  const pendingReads = new Set<PendingRead>();
  // One iterator for all evictions: a new one would skip all slots that earlier deletions left in the map.
  let evictionCursor = entries.values();

  const removeEntry = (entry: Entry<Value>) => {
    if (entries.get(entry.key) === entry) entries.delete(entry.key);
    index.remove(entry, entry.tags);
  };
  const evictOldest = () => {
    let next = evictionCursor.next();
    if (next.done) {
      evictionCursor = entries.values();
      next = evictionCursor.next();
    }
    if (next.value) removeEntry(next.value);
  };
  const invalidateAll = () => {
    entries.clear();
    index.clear();
    for (const pendingRead of pendingReads) pendingRead.isInvalidated = true;
  };
  const invalidateTag = (tag: string) => {
    for (const entry of index.entriesOf(tag)) removeEntry(entry);
    for (const pendingRead of pendingReads) pendingRead.touchedTags.add(tag);
  };

  changes.subscribe((change) => {
    const tags = change === 'lost' ? 'all' : affectedTags(change);
    if (tags === 'all') invalidateAll();
    else for (const tag of tags) invalidateTag(tag);
  });

  const storeEntry = (key: string, { value, tags }: Tagged<Value>) => {
    const previous = entries.get(key);
    if (previous) removeEntry(previous);
    const [first = ''] = tags;
    const siblings = index.entriesOf(first);
    if (siblings.length >= maxEntriesPerFirstTag && siblings[0]) removeEntry(siblings[0]);
    if (entries.size >= maxEntries) evictOldest();
    const entry: Entry<Value> = { key, value, storedAt: performance.now(), tags: [] };
    entry.tags = index.add(entry, tags);
    entries.set(key, entry);
  };

  const get = (key: string): Value | undefined => {
    const entry = entries.get(key);
    // The clock is read once: it is most of the cost of a cache hit.
    const now = performance.now();
    if (!entry || !changes.isCurrent(now)) return undefined;
    if (now - entry.storedAt < maxAgeMs) return entry.value;
    removeEntry(entry);
    return undefined;
  };

  return {
    get,
    getWhenCurrent(key) {
      if (!entries.has(key) || changes.isCurrent()) return undefined;
      return changes.waitUntilCurrent()?.then(() => get(key));
    },
    async read(key, read, toTagged) {
      if (!changes.isCurrent()) return read();
      const pendingRead: PendingRead = { isInvalidated: false, touchedTags: new Set() };
      pendingReads.add(pendingRead);
      try {
        const result = await read();
        const tagged = toTagged(result);
        const isUnchanged =
          !pendingRead.isInvalidated && !tagged?.tags.some((tag) => pendingRead.touchedTags.has(tag));
        if (tagged && isUnchanged && changes.isCurrent()) storeEntry(key, tagged);
        return result;
      } finally {
        pendingReads.delete(pendingRead);
      }
    },
  };
}
