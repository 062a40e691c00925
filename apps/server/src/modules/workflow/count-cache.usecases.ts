import type { Change, ChangeFeed } from '../../infra/changes/changes.port.ts';
import type { Clock } from '../../infra/clock/clock.port.ts';
import { entryKeyOf } from '../../infra/response-cache/entry-table.util.ts';
import {
  createTaggedCache,
  recordChangedTags,
  type TaggedCache,
} from '../../infra/response-cache/tagged-cache.util.ts';
import type { FlowFilter, ListFilter, TaskFilter } from './list-filter.schemas.ts';

export type CountCache = TaggedCache<number>;

type CountFilter =
  | { readonly topic: 'flow'; readonly filter: FlowFilter }
  | { readonly topic: 'task'; readonly filter: TaskFilter };

/**
 * Caches the number of flows and tasks per person. An entry is invalidated when one of the person's flows or tasks
 * changes.
 */
export function createCountCache({ changes, clock }: { changes: ChangeFeed; clock: Clock }): CountCache {
  return createTaggedCache<number>({
    changedTags: recordChangedTags(changes, invalidatedTags),
    clock,
    maxEntries: 50_000,
    maxEntriesPerFirstTag: 20,
  });
}

/** A person's count, from the cache or through `read`. */
export function getCount(
  counts: CountCache | undefined,
  { tid, fid, topic, filter }: { tid: string; fid: string } & CountFilter,
  read: () => Promise<number>,
): number | Promise<number> {
  if (!counts || !isCacheable(filter)) return read();
  const tags = countTags(topic, { tid, fid });
  const key = entryKeyOf(`${topic} ${tid} ${fid} ${filterText(filter)}`);
  return counts.get(key) ?? counts.read(key, read, (value) => ({ value, tags }));
}

/**
 * Searches by keyword or time are not cached: they are rarely repeated, there are too many of them, and the change
 * feed reports no changes of the searched text.
 */
export function isCacheable({ keyword, createdFrom, createdBefore }: ListFilter): boolean {
  return keyword === undefined && createdFrom === undefined && createdBefore === undefined;
}

/**
 * The cache tags that a person's count depends on; {@link invalidatedTags} returns those that a change invalidates.
 */
export function countTags(topic: 'flow' | 'task', { tid, fid }: { tid: string; fid: string }): string[] {
  return [`${topic} ${tid} ${fid}`, `${topic} ${tid}`];
}

function filterText(filter: FlowFilter & TaskFilter): string {
  const { type, state, states, step } = filter;
  return `${type ?? ''} ${state ?? states?.join() ?? ''} ${step ?? ''}`;
}

/**
 * The cache tags that a change invalidates: those of the person, or of the tenant where the change names no person.
 */
export function invalidatedTags({ topic, tid, fid }: Change): readonly string[] | 'all' {
  if (topic !== 'flow' && topic !== 'task') return [];
  if (tid === undefined) return 'all';
  return [fid === undefined ? `${topic} ${tid}` : `${topic} ${tid} ${fid}`];
}
