import type { Change, ChangeFeed } from '../../infra/changes/changes.port.ts';
import { type FreshCache, freshCache } from '../../infra/changes/fresh-cache.adapter.ts';
import type { FlowFilter, ListFilter, TaskFilter } from './list-filter.schemas.ts';

export type Counts = FreshCache<number>;

type Counted =
  | { readonly topic: 'flow'; readonly filter: FlowFilter }
  | { readonly topic: 'task'; readonly filter: TaskFilter };

/** Keeps how many flows and tasks people have, until a flow or task of theirs changes. */
export function keepCounts(changes: ChangeFeed): Counts {
  return freshCache<number>({ changes, most: 50_000, mostEach: 20, touches: countTouches });
}

/** A person's count, kept or read. */
export function countOf(
  counts: Counts | undefined,
  { tid, fid, topic, filter }: { tid: string; fid: string } & Counted,
  read: () => Promise<number>,
): number | Promise<number> {
  if (!counts || !isPolled(filter)) return read();
  const tags = countTags(topic, { tid, fid });
  const key = `${topic} ${tid} ${fid} ${keyOf(filter)}`;
  return counts.get(key) ?? counts.read(key, read, (value) => ({ value, tags }));
}

/** Words and times are asked for once, and there are too many to keep; no change is told of what words are found in. */
export function isPolled({ keyword, createdFrom, createdBefore }: ListFilter): boolean {
  return keyword === undefined && createdFrom === undefined && createdBefore === undefined;
}

/** The names of what a person's count hangs on; {@link countTouches} gives those that a change concerns. */
export function countTags(topic: 'flow' | 'task', { tid, fid }: { tid: string; fid: string }): string[] {
  return [`${topic} ${tid} ${fid}`, `${topic} ${tid}`];
}

function keyOf(filter: FlowFilter & TaskFilter): string {
  const { type, state, states, step } = filter;
  return [type, state ?? states, step].join(' ');
}

export function countTouches({ topic, tid, fid }: Change): readonly string[] | 'all' {
  if (topic !== 'flow' && topic !== 'task') return [];
  if (tid === undefined) return 'all';
  return [fid === undefined ? `${topic} ${tid}` : `${topic} ${tid} ${fid}`];
}
