import type { CellArea } from './sheet.types.ts';

export type Merges = {
  /** The merged area that contains a cell. */
  areaAt(row: number, column: number): CellArea | undefined;
  /** Rows above a row whose merged cells extend to it. */
  rowsExtendingTo(row: number): readonly number[];
};

/** Merged areas are indexed in blocks of this many rows. */
const blockRows = 128;
const blockOf = (row: number) => Math.floor(row / blockRows);
/** Limits per block and in total, which only hostile files exceed, by areas that overlap. */
const maxAreasPerBlock = 4096;
const maxEntries = 1_000_000;

/** Indexes merged cells for fast lookup, whatever their number. */
export function indexMerges(areas: readonly CellArea[], rowCount: number): Merges {
  const blocks = new Map<number, CellArea[]>();
  let entries = 0;
  for (const area of areas) {
    const last = blockOf(Math.min(area.bottom, rowCount));
    for (let at = blockOf(area.top); at <= last && entries < maxEntries; at += 1) {
      const block = blocks.get(at);
      if (!block) blocks.set(at, [area]);
      else if (block.length < maxAreasPerBlock) block.push(area);
      entries += 1;
    }
  }
  const areasNear = (row: number) => blocks.get(blockOf(row)) ?? [];
  return {
    areaAt: (row, column) =>
      areasNear(row).find(
        ({ top, left, bottom, right }) => row >= top && row <= bottom && column >= left && column <= right,
      ),
    rowsExtendingTo: (row) => [
      ...new Set(
        areasNear(row)
          .filter(({ top, bottom }) => top < row && bottom >= row)
          .map(({ top }) => top),
      ),
    ],
  };
}
