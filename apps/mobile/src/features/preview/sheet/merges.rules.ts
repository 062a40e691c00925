import type { Area } from './sheet.types.ts';

export type Merges = {
  /** The merged area that contains a cell. */
  of(row: number, column: number): Area | undefined;
  /** Rows above a row whose merged cells extend to it. */
  reaching(row: number): readonly number[];
};

/** Merged areas are indexed in blocks of this many rows. */
const stretch = 128;
const stretchOf = (row: number) => Math.floor(row / stretch);
/** Limits per block and in total, which only hostile files exceed, by areas that overlap. */
const mostInStretch = 4096;
const mostPlaces = 1_000_000;

/** Indexes merged cells for fast lookup, whatever their number. */
export function indexMerges(areas: readonly Area[], rowCount: number): Merges {
  const stretches = new Map<number, Area[]>();
  let places = 0;
  for (const area of areas) {
    const last = stretchOf(Math.min(area.bottom, rowCount));
    for (let at = stretchOf(area.top); at <= last && places < mostPlaces; at += 1) {
      const known = stretches.get(at);
      if (!known) stretches.set(at, [area]);
      else if (known.length < mostInStretch) known.push(area);
      places += 1;
    }
  }
  const near = (row: number) => stretches.get(stretchOf(row)) ?? [];
  return {
    of: (row, column) =>
      near(row).find(
        ({ top, left, bottom, right }) => row >= top && row <= bottom && column >= left && column <= right,
      ),
    reaching: (row) => [
      ...new Set(
        near(row)
          .filter(({ top, bottom }) => top < row && bottom >= row)
          .map(({ top }) => top),
      ),
    ],
  };
}
