import { type RawBuilder, sql } from 'kysely';
import type { SqlExecutor } from '../ports/sql.port.ts';
import type { ListPart } from './recent-filter.rules.ts';

/** A value that changes with every write of this or another connection. */
export type Versioned = { readonly version: string };
/** Where to begin, and how many rows to skip from there. */
export type PageStart = { readonly after: RawBuilder<boolean>; readonly rest: number; readonly at: number };

type PagePosition = { readonly at: number; readonly createAt: number; readonly fileID: string };
type ListPositions = { version: string; positions: readonly PagePosition[] };

/** A page closer to the beginning is counted from there. */
const minRememberedSkip = 500;
/** Limits of remembered positions per list, and of lists. */
const maxPositions = 200;
const maxLists = 8;

const positionsByExecutor = new WeakMap<SqlExecutor, Map<string, ListPositions>>();

function listPositionsOf(executor: SqlExecutor, list: string): ListPositions {
  const lists = positionsByExecutor.get(executor) ?? new Map<string, ListPositions>();
  positionsByExecutor.set(executor, lists);
  const found = lists.get(list) ?? { version: '', positions: [] };
  // The most recently used is last.
  lists.delete(list);
  lists.set(list, found);
  const [oldest] = lists.keys();
  if (lists.size > maxLists && oldest !== undefined) lists.delete(oldest);
  return found;
}

export const versionWhere = (skip: number): RawBuilder<string> =>
  skip < minRememberedSkip
    ? sql<string>`''`
    : sql<string>`total_changes() || ':' || (SELECT data_version FROM pragma_data_version())`;

/**
 * Remembers positions of records in a long list. Skipping ninety thousand rows takes longer than reading ten: a
 * scroll continues from a known position.
 */
export function createPagePositions(executor: SqlExecutor, list: ListPart & { readonly accountID: string }) {
  const { accountID, list: name, text, withoutPinned = false } = list;
  const listPositions = listPositionsOf(executor, JSON.stringify([accountID, name, text, withoutPinned]));
  const beginning = (skip: number): PageStart => ({ after: sql<boolean>`1`, rest: skip, at: 0 });
  return {
    beginning,

    nearest(skip: number): PageStart {
      let best: PagePosition | undefined;
      for (const position of listPositions.positions)
        if (position.at <= skip && position.at >= (best?.at ?? 0)) best = position;
      if (best === undefined || skip < minRememberedSkip) return beginning(skip);
      const { at, createAt, fileID } = best;
      return {
        after: sql<boolean>`createAt <= ${createAt} AND (createAt < ${createAt} OR fileID >= ${fileID})`,
        rest: skip - at,
        at,
      };
    },

    /** Whether no write happened since the used position was remembered. */
    isValidFor: ({ at }: PageStart, first: Versioned | undefined): boolean =>
      at === 0 || (first !== undefined && first.version === listPositions.version),

    remember(at: number, record: (Omit<PagePosition, 'at'> & Versioned) | undefined): void {
      if (at < minRememberedSkip || record === undefined) return;
      const { createAt, fileID, version } = record;
      const others =
        version === listPositions.version
          ? listPositions.positions.filter((position) => position.at !== at)
          : [];
      Object.assign(listPositions, {
        version,
        positions: [...others.slice(-maxPositions), { at, createAt, fileID }],
      });
    },
  };
}
