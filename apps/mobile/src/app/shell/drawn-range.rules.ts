import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';

/** So many rows beyond the last one seen are always drawn. */
const lead = 2;

/**
 * Which rows are drawn: they stay the same while what is seen, and `lead` rows around it, is among them. A list that draws
 * anew with each row that comes into sight has something to draw in nearly every frame of a throw.
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
