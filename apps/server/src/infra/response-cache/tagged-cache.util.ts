import type { Change, ChangeFeed } from '../changes/changes.port.ts';
import { type Moment, TagChanges, tagNumber } from './tag-changes.util.ts';

/** A value and the tags that it depends on. */
export interface Tagged<Value> {
  readonly value: Value;
  /** Tags of what the value was read from, in the form that `affectedTags` returns for changes. */
  readonly tags: readonly string[];
}

/** The tags that changed, and when. Caches with the same tags share one record of them. */
export interface ChangedTags {
  readonly changes: ChangeFeed;
  readonly tagChanges: TagChanges;
  /** Called when every entry is invalid. */
  readonly onAllChanged: (listener: () => void) => void;
}

export interface TaggedCacheOptions {
  changedTags: ChangedTags;
  /** The oldest entry is evicted first. */
  maxEntries: number;
  /** Limit for entries with the same first tag, so that no single client can fill the cache with varied requests. */
  maxEntriesPerFirstTag: number;
}

/** Cache of database values. An entry is served only while no change of its tags can have gone unnoticed. */
export interface TaggedCache<Value> {
  get(key: string): Value | undefined;
  /** Resolves to the entry once the feed is current again; undefined if there is no entry or no need to wait. */
  getWhenCurrent(key: string): Promise<Value | undefined> | undefined;
  /** The moment of a read that begins now; undefined while the feed is not current, so that nothing may be cached. */
  begin(): Moment | undefined;
  /**
   * Runs `read` and caches what `storeEntry` makes of the result, unless one of its tags changed since before the read began.
   * Concurrent reads are not shared: another read may have begun before a change that this caller knows of.
   * @param since - when the read began, if a part of it was read before this call.
   */
  read<Result>(
    key: string,
    read: () => Promise<Result>,
    storeEntry: (result: Result) => Tagged<Value> | undefined,
    since?: Moment,
  ): Promise<Result>;
  /** Caches a value whose read began at `since`, unless one of its tags changed meanwhile. */
  store(key: string, tagged: Tagged<Value> | undefined, since: Moment | undefined): void;
}

interface Entry<Value> {
  readonly key: string;
  readonly value: Value;
  readonly storedAt: number;
  /** When its read began. */
  readonly readAt: Moment;
  readonly tags: readonly number[];
  /** The previous entry with the same first tag. */
  previous: Entry<Value> | undefined;
}

/**
 * Safety net against changes that no tag covers. It must exceed the polling interval of clients by far: entries that lived for
 * half a minute were never hit by clients that poll once a minute.
 */
const maxAgeMs = 600_000;
/** Half of the changed tags in memory. Those of ten minutes are fewer, unless hundreds of people decide every second. */
const maxChangedTags = 200_000;

/**
 * Records the changed tags.
 * @param affectedTags - returns the tags that a change invalidates; `all` if it may affect every entry.
 */
export function recordChangedTags(
  changes: ChangeFeed,
  affectedTags: (change: Change) => readonly string[] | 'all',
): ChangedTags {
  const tagChanges = new TagChanges({ maxTags: maxChangedTags, maxAgeMs });
  const listeners: (() => void)[] = [];
  changes.subscribe((change) => {
    const tags = change === 'lost' ? 'all' : affectedTags(change);
    if (tags !== 'all') {
      for (const tag of tags) tagChanges.add(tagNumber(tag));
      return;
    }
    tagChanges.addAll();
    for (const listener of listeners) listener();
  });
  return { changes, tagChanges, onAllChanged: (listener) => void listeners.push(listener) };
}

export function createTaggedCache<Value>({
  changedTags: { changes, tagChanges, onAllChanged },
  maxEntries,
  maxEntriesPerFirstTag,
}: TaggedCacheOptions): TaggedCache<Value> {
  const entries = new Map<string, Entry<Value>>();
  /** The newest entry by first tag. */
  const newest = new Map<number, Entry<Value>>();
  // One iterator for all evictions: a new one would skip all slots that earlier deletions left in the map.
  let evictionCursor = entries.values();

  const removeEntry = (entry: Entry<Value>) => {
    entries.delete(entry.key);
    unlink(newest, entry);
  };
  const evictOldest = () => {
    let next = evictionCursor.next();
    if (next.done) {
      evictionCursor = entries.values();
      next = evictionCursor.next();
    }
    if (next.value) removeEntry(next.value);
  };
  onAllChanged(() => {
    entries.clear();
    newest.clear();
  });

  const storeEntry = (
    key: string,
    { value, tags, readAt }: { value: Value; tags: number[]; readAt: Moment },
  ) => {
    const existing = entries.get(key);
    if (existing) removeEntry(existing);
    const [first = 0] = tags;
    const previous = newest.get(first);
    const oldest = previous && entryBefore(previous, maxEntriesPerFirstTag - 1);
    if (oldest) removeEntry(oldest);
    if (entries.size >= maxEntries) evictOldest();
    const entry = { key, value, storedAt: performance.now(), readAt, tags, previous: newest.get(first) };
    newest.set(first, entry);
    entries.set(key, entry);
  };

  const get = (key: string): Value | undefined => {
    const entry = entries.get(key);
    // The clock is read once: it is most of the cost of a cache hit.
    const now = performance.now();
    if (!entry || !changes.isCurrent(now)) return undefined;
    if (now - entry.storedAt < maxAgeMs && tagChanges.areUnchanged(entry.tags, entry.readAt))
      return entry.value;
    removeEntry(entry);
    return undefined;
  };

  const begin = () => (changes.isCurrent() ? tagChanges.now : undefined);
  const store = (key: string, tagged: Tagged<Value> | undefined, since: Moment | undefined) => {
    if (since === undefined || !tagged) return;
    const tags = tagged.tags.map((tag) => tagNumber(tag));
    if (tagChanges.areUnchanged(tags, since) && changes.isCurrent())
      storeEntry(key, { value: tagged.value, tags, readAt: since });
  };

  return {
    get,
    getWhenCurrent(key) {
      if (!entries.has(key) || changes.isCurrent()) return undefined;
      return changes.waitUntilCurrent()?.then(() => get(key));
    },
    begin,
    store,
    async read(key, read, toTagged, since = begin()) {
      const result = await read();
      if (since !== undefined) store(key, toTagged(result), since);
      return result;
    },
  };
}

/** The entry that is `count` places before another one with the same first tag. */
function entryBefore<Value>(entry: Entry<Value>, count: number): Entry<Value> | undefined {
  let found: Entry<Value> | undefined = entry;
  for (let index = 0; index < count && found; index += 1) found = found.previous;
  return found;
}

function unlink<Value>(newest: Map<number, Entry<Value>>, entry: Entry<Value>): void {
  const [first = 0] = entry.tags;
  let later = newest.get(first);
  if (later === entry) {
    if (entry.previous) newest.set(first, entry.previous);
    else newest.delete(first);
    return;
  }
  while (later && later.previous !== entry) later = later.previous;
  if (later) later.previous = entry.previous;
}
