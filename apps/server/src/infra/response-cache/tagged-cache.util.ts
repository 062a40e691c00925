import type { Change, ChangeFeed } from '../changes/changes.port.ts';
import type { Clock } from '../clock/clock.port.ts';
import { type EntryKey, EntryTable, type Slot } from './entry-table.util.ts';
import { type Moment, TagChanges, tagNumber } from './tag-changes.util.ts';

/** A value and the tags that it depends on. */
export interface Tagged<Value> {
  readonly value: Value;
  /** Tags of what the value was read from, in the form that `affectedTags` returns for changes. */
  readonly tags: readonly string[];
  /** The end of validity in milliseconds since 1970, by the clock of the service; missing: only a change or the age ends it. */
  readonly until?: number;
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
  clock: Clock;
  /** The oldest entry is evicted first. */
  maxEntries: number;
  /** Limit for entries with the same first tag, so that no single client can fill the cache with varied requests. */
  maxEntriesPerFirstTag: number;
}

/** Cache of database values. An entry is served only while no change of its tags can have gone unnoticed. */
export interface TaggedCache<Value> {
  get(key: EntryKey): Value | undefined;
  /** Resolves to the entry once the feed is current again; undefined if there is no entry or no need to wait. */
  getWhenCurrent(key: EntryKey): Promise<Value | undefined> | undefined;
  /** The moment of a read that begins now; undefined while the feed is not current, so that nothing may be cached. */
  begin(): Moment | undefined;
  /**
   * Runs `read` and caches what `storeEntry` makes of the result, unless one of its tags changed since before the read began.
   * Concurrent reads are not shared: another read may have begun before a change that this caller knows of.
   * @param since - when the read began, if a part of it was read before this call.
   */
  read<Result>(
    key: EntryKey,
    read: () => Promise<Result>,
    storeEntry: (result: Result) => Tagged<Value> | undefined,
    since?: Moment,
  ): Promise<Result>;
  /** Caches a value whose read began at `since`, unless one of its tags changed meanwhile. */
  store(key: EntryKey, tagged: Tagged<Value> | undefined, since: Moment | undefined): void;
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
  clock,
  maxEntries,
  maxEntriesPerFirstTag,
}: TaggedCacheOptions): TaggedCache<Value> {
  const table = new EntryTable<Value>({ maxEntries, maxEntriesPerFirstTag });
  onAllChanged(() => table.clear());

  const isValid = (slot: Slot, now: number): boolean =>
    now - table.storedAtOf(slot) < maxAgeMs &&
    clock() < table.untilOf(slot) &&
    tagChanges.areUnchanged(table.tagsOf(slot), table.readAtOf(slot));
  const get = (key: EntryKey): Value | undefined => {
    const slot = table.find(key);
    const now = performance.now();
    if (slot === 0 || !changes.isCurrent(now)) return undefined;
    if (isValid(slot, now)) return table.valueOf(slot);
    table.remove(slot);
    return undefined;
  };

  const begin = () => (changes.isCurrent() ? tagChanges.now : undefined);
  const store = (key: EntryKey, tagged: Tagged<Value> | undefined, since: Moment | undefined) => {
    if (since === undefined || !tagged) return;
    const tags = tagged.tags.map((tag) => tagNumber(tag));
    if (!tagChanges.areUnchanged(tags, since) || !changes.isCurrent()) return;
    const { value, until = Number.POSITIVE_INFINITY } = tagged;
    table.insert(key, value, { tags, storedAt: performance.now(), readAt: since, until });
  };

  return {
    get,
    getWhenCurrent(key) {
      if (table.find(key) === 0 || changes.isCurrent()) return undefined;
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
