import type { RecentFilter } from '../../platform/documents/recent-filter.rules.ts';
import type { RecentSelection } from '../../platform/documents/recent-removals.repository.ts';

/** The selected documents: some ids, or all matching documents but some. Null outside of multi-select. */
export type Selection =
  | { readonly kind: 'some'; readonly ids: ReadonlySet<string> }
  | { readonly kind: 'allBut'; readonly ids: ReadonlySet<string> }
  | null;

export const startSelection = (...ids: readonly string[]): Selection => ({ kind: 'some', ids: new Set(ids) });
export const selectAll: Selection = { kind: 'allBut', ids: new Set() };

const withoutID = (ids: ReadonlySet<string>, id: string) => new Set([...ids].filter((one) => one !== id));

export function toggleSelection(selection: Selection, id: string): Selection {
  if (selection === null) return startSelection(id);
  const { kind, ids } = selection;
  return { kind, ids: ids.has(id) ? withoutID(ids, id) : new Set([...ids, id]) };
}

/** Adds a range to the selection (shift click). */
export function extendSelection(selection: Selection, range: readonly string[]): Selection {
  if (selection === null) return startSelection(...range);
  if (selection.kind === 'some') return { kind: 'some', ids: new Set([...selection.ids, ...range]) };
  const added = new Set(range);
  return { kind: 'allBut', ids: new Set([...selection.ids].filter((id) => !added.has(id))) };
}

export const isSelected = (selection: Selection, id: string): boolean =>
  selection !== null && selection.ids.has(id) === (selection.kind === 'some');

export function selectedCount(selection: Selection, total: number): number {
  if (selection === null) return 0;
  return selection.kind === 'some' ? selection.ids.size : Math.max(0, total - selection.ids.size);
}

/** Whether something is selected, and all of it is among these documents of the list. */
export function isAllSelectedIn(selection: Selection, fileIDs: readonly string[], total: number): boolean {
  if (selectedCount(selection, total) === 0 || selection === null) return false;
  if (selection.kind === 'allBut') {
    const known = new Set([...fileIDs, ...selection.ids]);
    return known.size === total;
  }
  const known = new Set(fileIDs);
  return [...selection.ids].every((id) => known.has(id));
}

/** Converts a selection to the repository's form. */
export function toRecentSelection(selection: Selection, filter: RecentFilter): RecentSelection | null {
  if (selection === null) return null;
  const ids = [...selection.ids];
  return selection.kind === 'some' ? { fileIDs: ids } : { all: filter, except: ids };
}
