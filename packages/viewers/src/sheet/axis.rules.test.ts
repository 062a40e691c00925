import { array, assert, double, integer, property, tuple } from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { columnName, createAxis } from './axis.rules.ts';

describe('an axis', () => {
  const anySizes = array(tuple(integer({ min: 0, max: 299 }), integer({ min: 0, max: 90 })), {
    maxLength: 40,
  });

  it('places rows of different sizes one after another', () => {
    assert(
      property(anySizes, (odd) => {
        const axis = createAxis({ count: 300, defaultSize: 20, sizes: new Map(odd) });
        let end = 0;
        for (let at = 0; at < axis.count; at += 1) {
          expect(axis.offset(at)).toBe(end);
          end += axis.size(at);
        }
        expect(axis.total).toBe(end);
      }),
      { numRuns: 40 },
    );
  });

  it('finds the row at an offset', () => {
    assert(
      property(anySizes, double({ min: 0, max: 0.999, noNaN: true }), (odd, share) => {
        // The last item must have a size, or no item covers the space after the previous one.
        const axis = createAxis({ count: 301, defaultSize: 20, sizes: new Map(odd) });
        const distance = axis.total * share;
        const at = axis.at(distance);
        expect(axis.offset(at)).toBeLessThanOrEqual(distance);
        expect(axis.offset(at) + axis.size(at)).toBeGreaterThan(distance);
      }),
      { numRuns: 60 },
    );
  });

  it('handles a million rows without a cost per row', () => {
    const axis = createAxis({ count: 1_048_576, defaultSize: 20, sizes: new Map([[9, 100]]) });
    expect(axis.total).toBe(1_048_576 * 20 + 80);
    expect(axis.at(axis.total - 1)).toBe(1_048_575);
  });
});

test.each([
  [0, 'A'],
  [25, 'Z'],
  [26, 'AA'],
  [701, 'ZZ'],
  [16_383, 'XFD'],
])('column %i is named %s', (column, name) => {
  expect(columnName(column)).toBe(name);
});
