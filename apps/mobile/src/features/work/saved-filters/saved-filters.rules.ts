import type { ApprovalFilter } from '../list/approval-filter.rules.ts';
import { filterKey, filterQuery, parseFilter } from '../list/approval-filter.rules.ts';

/** A filter of the lists of Work under a name that the person gave. */
export type SavedFilter = { readonly name: string; readonly filter: ApprovalFilter };

export const savedFilterLimits = { count: 30, nameLength: 40 } as const;

/** Where the preferences of an account hold the filters of an organisation. */
export const savedFiltersKey = (tid: string): string => `work-filters:${tid}`;

/** Parses stored filters. Entries that another version of the app wrote in another form are left out. */
export function parseSavedFilters(stored: unknown): readonly SavedFilter[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((entry: unknown): SavedFilter[] => {
    if (typeof entry !== 'object' || entry === null) return [];
    const { name, query } = entry as { name?: unknown; query?: unknown };
    return typeof name === 'string' && name !== '' && typeof query === 'string'
      ? [{ name, filter: parseFilter(new URLSearchParams(query)) }]
      : [];
  });
}

export const serializeSavedFilters = (saved: readonly SavedFilter[]) =>
  saved.map(({ name, filter }) => ({ name, query: filterQuery(filter).toString() }));

/** The filters with this one under its name, in place of one of the same name; the newest is first. */
export const withSaved = (saved: readonly SavedFilter[], added: SavedFilter): readonly SavedFilter[] => [
  added,
  ...withoutSaved(saved, added.name),
];

export const withoutSaved = (saved: readonly SavedFilter[], name: string): readonly SavedFilter[] =>
  saved.filter((one) => one.name !== name);

/** The saved filter that shows exactly this list. */
export const findSaved = (saved: readonly SavedFilter[], filter: ApprovalFilter): SavedFilter | undefined =>
  saved.find((one) => filterKey(one.filter) === filterKey(filter));
