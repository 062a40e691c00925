import { type RawBuilder, sql } from 'kysely';
import type { SqlExecutor } from '../ports/sql.port.ts';
import type { RecentFilter } from './recent-filter.rules.ts';

/** A value that changes with every write of this or another connection. */
export type Versioned = { readonly version: string };
/** Where to begin, and how many rows to skip from there. */
export type Start = { readonly after: RawBuilder<boolean>; readonly rest: number; readonly at: number };

type Place = { readonly at: number; readonly createAt: number; readonly fileID: string };
type Known = { version: string; places: readonly Place[] };

/** A page closer to the beginning is counted from there. */
const near = 500;
/** Limits of remembered positions per list, and of lists. */
const mostPlaces = 200;
const mostLists = 8;

const known = new WeakMap<SqlExecutor, Map<string, Known>>();

function knownOf(executor: SqlExecutor, list: string): Known {
  const lists = known.get(executor) ?? new Map<string, Known>();
  known.set(executor, lists);
  const found = lists.get(list) ?? { version: '', places: [] };
  // The most recently used is last.
  lists.delete(list);
  lists.set(list, found);
  const [oldest] = lists.keys();
  if (lists.size > mostLists && oldest !== undefined) lists.delete(oldest);
  return found;
}

export const versionWhere = (skip: number): RawBuilder<string> =>
  skip < near
    ? sql<string>`''`
    : sql<string>`total_changes() || ':' || (SELECT data_version FROM pragma_data_version())`;

/**
 * Remembers positions of records in a long list. Skipping ninety thousand rows takes longer than reading ten: a
 * scroll continues from a known position.
 */
export function placesOf(executor: SqlExecutor, list: RecentFilter & { readonly accountID: string }) {
  const kept = knownOf(executor, JSON.stringify([list.accountID, list.list, list.text]));
  const beginning = (skip: number): Start => ({ after: sql<boolean>`1`, rest: skip, at: 0 });
  return {
    beginning,

    nearest(skip: number): Start {
      let best: Place | undefined;
      for (const place of kept.places) if (place.at <= skip && place.at >= (best?.at ?? 0)) best = place;
      if (best === undefined || skip < near) return beginning(skip);
      const { at, createAt, fileID } = best;
      return {
        after: sql<boolean>`createAt <= ${createAt} AND (createAt < ${createAt} OR fileID >= ${fileID})`,
        rest: skip - at,
        at,
      };
    },

    /** Whether no write happened since the used position was remembered. */
    holdsFor: ({ at }: Start, first: Versioned | undefined): boolean =>
      at === 0 || (first !== undefined && first.version === kept.version),

    note(at: number, record: (Omit<Place, 'at'> & Versioned) | undefined): void {
      if (at < near || record === undefined) return;
      const { createAt, fileID, version } = record;
      const others = version === kept.version ? kept.places.filter((place) => place.at !== at) : [];
      Object.assign(kept, { version, places: [...others.slice(-mostPlaces), { at, createAt, fileID }] });
    },
  };
}
