import { expect, it } from 'vitest';
import { medianOf } from './medians.ts';
import { valueAt, withoutPaths } from './values.ts';

it('takes the median of each number of nested objects and lists', () => {
  const runs = [
    { decrypt: { node: 1.1, chromium: 0.9 }, nodes: [{ n: 1, perSecond: 30 }] },
    { decrypt: { node: 1.3, chromium: 0.7 }, nodes: [{ n: 1, perSecond: 10 }] },
    { decrypt: { node: 1.2, chromium: 0.8 }, nodes: [{ n: 1, perSecond: 20 }] },
  ];
  expect(medianOf(runs)).toEqual({ decrypt: { node: 1.2, chromium: 0.8 }, nodes: [{ n: 1, perSecond: 20 }] });
});

it('takes the mean of the two middle runs without the rest of a floating-point sum', () => {
  expect(medianOf([{ ratio: 0.1 }, { ratio: 0.2 }])).toEqual({ ratio: 0.15 });
});

it('ignores runs without a number, and has no number where no run has one', () => {
  expect(
    medianOf([
      { a: 1, b: null },
      { a: null, b: null },
      { a: 3, b: null },
    ]),
  ).toEqual({ a: 2, b: undefined });
});

it('takes texts, and lists of different lengths, from the last run', () => {
  const runs = [
    { version: '2.50', files: [1, 2] },
    { version: '2.51', files: [3] },
  ];
  expect(medianOf(runs)).toEqual({ version: '2.51', files: [3] });
});

it('reads a value by its path, also in a list', () => {
  const result = { nodes: [{ perSecond: 10 }, { perSecond: 20 }] };
  expect(valueAt(result, 'nodes.1.perSecond')).toBe(20);
  expect(valueAt(result, 'nodes.2.perSecond')).toBeUndefined();
});

it('removes values by their paths and nothing else', () => {
  const result = { chunks: [1], people: { combinations: {}, pageMs: 5 }, list: [1] };
  expect(withoutPaths(result, ['chunks', 'people.combinations'])).toEqual({
    people: { pageMs: 5 },
    list: [1],
  });
});
