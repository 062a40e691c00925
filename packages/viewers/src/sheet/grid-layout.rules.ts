import { type Axis, createAxis } from './axis.rules.ts';
import { indexMerges, type Merges } from './merges.rules.ts';
import type { Sheet } from './sheet.types.ts';

/** The unscaled layout of a sheet. */
export type GridLayout = {
  readonly sheet: Sheet;
  readonly rows: Axis;
  readonly columns: Axis;
  readonly merges: Merges;
  /** The column of row numbers. */
  readonly headWidth: number;
  readonly headHeight: number;
};

/** Lays out a sheet. Even a small sheet fills the viewport with empty cells. */
export function layOut(
  sheet: Sheet,
  viewport: { readonly width: number; readonly height: number },
): GridLayout {
  const corners = sheet.floating.flatMap(({ from, to }) => [from, to]);
  const cells = corners.flatMap((corner) => (corner && 'row' in corner ? [corner] : []));
  // A loop instead of `Math.max(...)`: a drawing can have more corners than a call may have arguments.
  const [rowCount, columnCount] = cells.reduce<readonly [number, number]>(
    ([rowsSoFar, columnsSoFar], { row, column }) => [
      Math.max(rowsSoFar, Math.min(row, 100_000) + 1),
      Math.max(columnsSoFar, Math.min(column, 1000) + 1),
    ],
    [sheet.rowCount, sheet.columnCount],
  );
  const rows = createAxis({
    count: Math.max(rowCount, Math.ceil(viewport.height / sheet.height)),
    defaultSize: sheet.height,
    sizes: sheet.heights,
  });
  const columns = createAxis({
    count: Math.max(columnCount, Math.ceil(viewport.width / sheet.width)),
    defaultSize: sheet.width,
    sizes: sheet.widths,
  });
  return {
    sheet,
    rows,
    columns,
    merges: indexMerges(sheet.merges, rows.count),
    headWidth: 14 + 8 * Math.max(2, String(rows.count).length),
    headHeight: 22,
  };
}
