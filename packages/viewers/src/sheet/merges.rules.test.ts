import { expect, it } from 'vitest';
import { indexMerges } from './merges.rules.ts';

const tall = { top: 100, left: 0, bottom: 400, right: 1 };
const flat = { top: 5, left: 2, bottom: 5, right: 4 };
const merges = indexMerges([tall, flat], 1000);

it('finds the merged area of a cell, whatever its size', () => {
  expect(merges.areaAt(400, 1)).toBe(tall);
  expect(merges.areaAt(5, 3)).toBe(flat);
  expect(merges.areaAt(6, 3)).toBeUndefined();
  expect(merges.areaAt(401, 1)).toBeUndefined();
});

it('finds the rows above with merged cells that extend into a row', () => {
  expect(merges.rowsExtendingTo(300)).toEqual([100]);
  expect(merges.rowsExtendingTo(100)).toEqual([]);
  expect(merges.rowsExtendingTo(401)).toEqual([]);
});

it('accepts a merged area that extends far beyond the sheet', () => {
  expect(indexMerges([{ ...tall, bottom: Number.MAX_SAFE_INTEGER }], 1000).areaAt(999, 0)).toBeDefined();
});

it('limits the number of inspected areas when many overlap', () => {
  let looks = 0;
  const area = {
    ...tall,
    top: 0,
    get right() {
      looks += 1;
      return 1;
    },
  };
  const many = indexMerges(
    Array.from({ length: 100_000 }, () => area),
    1000,
  );
  expect(many.areaAt(7, 5)).toBeUndefined();
  expect(looks).toBeLessThan(10_000);
  expect(many.areaAt(7, 1)).toBeDefined();
});
