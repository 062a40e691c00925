import { describe, expect, it } from 'vitest';
import { createStableRange } from './virtual-list.hook.ts';

const seen = (startIndex: number, endIndex: number, count = 100) => ({
  startIndex,
  endIndex,
  count,
  overscan: 5,
});
const ends = (indexes: readonly number[]) => [indexes[0], indexes.at(-1)];

describe('stable range of rows', () => {
  it('keeps the rendered rows until fewer than two remain beyond the visible rows', () => {
    const drawn = createStableRange();
    const first = drawn(seen(20, 30));
    expect(ends(first)).toEqual([15, 35]);
    expect(drawn(seen(23, 33))).toBe(first);
    expect(drawn(seen(17, 27))).toBe(first);
    expect(ends(drawn(seen(24, 34)))).toEqual([19, 39]);
    expect(ends(drawn(seen(20, 30)))).toEqual([15, 35]);
  });

  it('ends at the end of the list, and adapts when rows are added or removed', () => {
    const drawn = createStableRange();
    expect(ends(drawn(seen(90, 99)))).toEqual([85, 99]);
    expect(ends(drawn(seen(90, 99, 104)))).toEqual([85, 103]);
    expect(ends(drawn(seen(90, 99)))).toEqual([85, 99]);
    expect(ends(drawn(seen(0, 3, 4)))).toEqual([0, 3]);
  });

  it('renders all visible rows, however far the list was scrolled', () => {
    const drawn = createStableRange();
    drawn(seen(0, 10));
    expect(ends(drawn(seen(60, 70)))).toEqual([55, 75]);
  });
});
