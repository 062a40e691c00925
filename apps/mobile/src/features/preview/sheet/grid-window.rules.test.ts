import { assert, integer, property } from 'fast-check';
import { expect, it } from 'vitest';
import { createAxis } from './axis.rules.ts';
import { fittingFrozenCount, indexAtDistance, scrollOffsetFor, spanOf } from './grid-window.rules.ts';

const axis = createAxis({ count: 1000, defaultSize: 20, sizes: new Map([[3, 100]]) });

it('has in the page what is seen and half a screen around it', () => {
  expect(spanOf(axis, { from: 0, length: 400 }, 0)).toEqual({ first: 0, last: 26 });
  expect(spanOf(axis, { from: 4080, length: 400 }, 2)).toEqual({ first: 190, last: 230 });
});

it('holds nothing fast that would take more than half of the room', () => {
  expect(fittingFrozenCount(axis, 3, 200)).toBe(3);
  expect(fittingFrozenCount(axis, 4, 200)).toBe(0);
});

it('holds no rows fast that are hidden without number', () => {
  const sizes = new Map(Array.from({ length: 1000 }, (_, row) => [row, 0]));
  expect(fittingFrozenCount(createAxis({ count: 1000, defaultSize: 20, sizes }), 1000, 200)).toBe(0);
});

it('finds what is under a finger, held fast or scrolled', () => {
  expect(indexAtDistance(axis, 10, { from: 4000, length: 400 }, 2)).toBe(0);
  expect(indexAtDistance(axis, 50, { from: 4030, length: 400 }, 2)).toBe(200);
});

it('scrolls as little as is needed to see a row whole', () => {
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
