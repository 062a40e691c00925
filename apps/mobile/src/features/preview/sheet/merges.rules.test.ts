import { expect, it } from 'vitest';
import { indexMerges } from './merges.rules.ts';

const tall = { top: 100, left: 0, bottom: 400, right: 1 };
const flat = { top: 5, left: 2, bottom: 5, right: 4 };
const merges = indexMerges([tall, flat], 1000);

it('finds the area of a cell, however far it reaches', () => {
  expect(merges.of(400, 1)).toBe(tall);
  expect(merges.of(5, 3)).toBe(flat);
  expect(merges.of(6, 3)).toBeUndefined();
  expect(merges.of(401, 1)).toBeUndefined();
});

it('finds the rows above whose cells reach down', () => {
  expect(merges.reaching(300)).toEqual([100]);
  expect(merges.reaching(100)).toEqual([]);
  expect(merges.reaching(401)).toEqual([]);
});

it('is not held up by an area that has no end', () => {
  expect(indexMerges([{ ...tall, bottom: Number.MAX_SAFE_INTEGER }], 1000).of(999, 0)).toBeDefined();
});

it('looks through no more than some, however many lie over each other', () => {
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
  expect(many.of(7, 5)).toBeUndefined();
  expect(looks).toBeLessThan(10_000);
  expect(many.of(7, 1)).toBeDefined();
});
