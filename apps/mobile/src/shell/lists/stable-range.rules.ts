import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';

/** Number of rows beyond the last visible one that are always rendered. */
const edgeRowCount = 2;

/**
 * Extracts the rows to render. The result stays the same while it contains the visible rows and `edgeRowCount` rows
 * around them: a list that renders with each row that comes into view would render in nearly every frame of a fast
 * scroll.
 */
export function createStableRange(): (range: Range) => number[] {
  let rendered: number[] = [];
  return (range) => {
    const from = Math.max(0, range.startIndex - edgeRowCount);
    const to = Math.min(range.count - 1, range.endIndex + edgeRowCount);
    const [first, last] = [rendered[0], rendered.at(-1)];
    const isCovered =
      first !== undefined && last !== undefined && first <= from && to <= last && last < range.count;
    if (!isCovered) rendered = defaultRangeExtractor(range);
    return rendered;
  };
}
