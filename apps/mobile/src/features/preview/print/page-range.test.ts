import { expect, test } from 'vitest';
import { countOf, parsePageRange, proposedRange } from './page-range.rules.ts';

test.each([
  ['3', { first: 3, last: 3 }],
  [' 2 - 5 ', { first: 2, last: 5 }],
  ['2–5', { first: 2, last: 5 }],
  ['2至5', { first: 2, last: 5 }],
  ['1-100', { first: 1, last: 100 }],
  ['1-101', 'tooMany'],
  ['0-2', 'invalid'],
  ['5-2', 'invalid'],
  ['2-301', 'invalid'],
  ['301', 'invalid'],
  ['', 'invalid'],
  ['1,2', 'invalid'],
  ['-3', 'invalid'],
])('%j of 300 pages is %j', (text, range) => {
  expect(parsePageRange(text, 300)).toEqual(range);
});

test('the proposal is printable at once, whatever the number of pages', () => {
  for (const pageCount of [1, 2, 100, 101, 20_000]) {
    const range = parsePageRange(proposedRange(pageCount), pageCount);
    expect(typeof range === 'string' ? range : countOf(range)).toBe(Math.min(pageCount, 100));
  }
});
