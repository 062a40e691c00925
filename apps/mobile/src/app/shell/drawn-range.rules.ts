import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';

/** Number of rows beyond the last visible one that are always rendered. */
const lead = 2;

/**
 * Extracts the rows to render. The result stays the same while it contains the visible rows and `edgeRowCount` rows
 * around them: a list that renders with each row that comes into view would render in nearly every frame of a fast
 * scroll.
 */
export function steadyRange(): (range: Range) => number[] {
  let drawn: number[] = [];
  return (range) => {
    const from = Math.max(0, range.startIndex - lead);
    const to = Math.min(range.count - 1, range.endIndex + lead);
    const [first, last] = [drawn[0], drawn.at(-1)];
    const suffices =
      first !== undefined && last !== undefined && first <= from && to <= last && last < range.count;
    if (!suffices) drawn = defaultRangeExtractor(range);
    return drawn;
  };
}
