import type { Area } from './sheet.types.ts';

export type Merges = {
  /** The area of which a cell is a part. */
  of(row: number, column: number): Area | undefined;
  /** Rows above a row whose merged cells reach down to it. */
  reaching(row: number): readonly number[];
};

/** Areas are looked for in stretches of so many rows. */
const stretch = 128;
const stretchOf = (row: number) => Math.floor(row / stretch);
/** So many are known of a stretch, and so many places are kept in all: more lie over each other, which is no sheet. */
const mostInStretch = 4096;
const mostPlaces = 1_000_000;

/** Finds merged cells quickly, however many there are. */
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
