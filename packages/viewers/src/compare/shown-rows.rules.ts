import type { ComparedRow, ComparedSide } from './compare.types.ts';

/** A row of the comparison in one column. */
export type UnifiedRow = {
  readonly kind: 'same' | 'removed' | 'added';
  readonly change: number;
  readonly side: ComparedSide;
};

/** The rows in one column: those that were removed by a change, then those that it added. */
export function unifiedRows(rows: readonly ComparedRow[]): readonly UnifiedRow[] {
  const unified: UnifiedRow[] = [];
  let added: UnifiedRow[] = [];
  const addAdded = () => {
    for (const row of added) unified.push(row);
    added = [];
  };
  for (const { kind, change, left, right } of rows) {
    if (kind === 'same') {
      addAdded();
      // A line that the right document breaks at other places is shown as it stands there.
      if (right) unified.push({ kind, change, side: right });
      continue;
    }
    if (left) unified.push({ kind: 'removed', change, side: left });
    if (right) added.push({ kind: 'added', change, side: right });
  }
  addAdded();
  return unified;
}

const mirrored = { same: 'same', changed: 'changed', removed: 'added', added: 'removed' } as const;

/** The rows with the documents in each other's place. */
export const swappedRows = (rows: readonly ComparedRow[]): readonly ComparedRow[] =>
  rows.map(({ kind, change, left, right }) => ({ kind: mirrored[kind], change, left: right, right: left }));
