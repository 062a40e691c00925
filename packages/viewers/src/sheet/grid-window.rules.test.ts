import { assert, integer, property } from 'fast-check';
import { expect, it } from 'vitest';
import { createAxis } from './axis.rules.ts';
import { fittingFrozenCount, indexAtDistance, scrollOffsetFor, spanOf } from './grid-window.rules.ts';

const axis = createAxis({ count: 1000, defaultSize: 20, sizes: new Map([[3, 100]]) });

it('renders the visible rows and half a screen around them', () => {
  expect(spanOf(axis, { from: 0, length: 400 }, 0)).toEqual({ first: 0, last: 26 });
  expect(spanOf(axis, { from: 4080, length: 400 }, 2)).toEqual({ first: 190, last: 230 });
});

it('freezes nothing that would take more than half of the space', () => {
  expect(fittingFrozenCount(axis, 3, 200)).toBe(3);
  expect(fittingFrozenCount(axis, 4, 200)).toBe(0);
});

it('freezes nothing when there are too many hidden frozen rows', () => {
  const sizes = new Map(Array.from({ length: 1000 }, (_, row) => [row, 0]));
  expect(fittingFrozenCount(createAxis({ count: 1000, defaultSize: 20, sizes }), 1000, 200)).toBe(0);
});

it('finds the row under the pointer in the frozen and in the scrolled part', () => {
  expect(indexAtDistance(axis, 10, { from: 4000, length: 400 }, 2)).toBe(0);
  expect(indexAtDistance(axis, 50, { from: 4030, length: 400 }, 2)).toBe(200);
});

it('scrolls the minimum distance that shows a row completely', () => {
  assert(
    property(integer({ min: 2, max: 999 }), integer({ min: 0, max: 19_000 }), (at, from) => {
      const length = 400;
      const to = scrollOffsetFor(axis, at, { from, length }, 2);
      expect(axis.offset(at)).toBeGreaterThanOrEqual(to + axis.offset(2));
      expect(axis.offset(at) + axis.size(at)).toBeLessThanOrEqual(to + length);
      expect(scrollOffsetFor(axis, at, { from: to, length }, 2)).toBe(to);
    }),
    { numRuns: 200 },
  );
});
