import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstRowOf, pageOfRow, pagesOfRows, rowsToFetch, sizeOfPage } from './list-page.rules.ts';

const row = fc.nat(100_000);

test('each row is on exactly one page, and the pages follow each other without a gap', () => {
  fc.assert(
    fc.property(row, (at) => {
      const page = pageOfRow(at);
      expect(at).toBeGreaterThanOrEqual(firstRowOf(page));
      expect(at).toBeLessThan(firstRowOf(page) + sizeOfPage(page));
      expect(firstRowOf(page + 1)).toBe(firstRowOf(page) + sizeOfPage(page));
    }),
  );
});

test('the pages of a range have its first and its last row and no page beyond', () => {
  fc.assert(
    fc.property(row, fc.nat(500), (from, length) => {
      const pages = pagesOfRows(from, from + length);
      expect(pages[0]).toBe(pageOfRow(from));
      expect(pages.at(-1)).toBe(pageOfRow(from + length));
      expect(pages).toEqual(pages.toSorted((one, other) => one - other));
    }),
  );
});

test('the first screen of a list fetches one page, and a list that is scrolled fetches ahead in both directions', () => {
  const first = rowsToFetch(0, 12, 10_000);
  expect(pagesOfRows(first.from, first.to)).toEqual([0]);
  expect(rowsToFetch(300, 315, 10_000)).toEqual({ from: 260, to: 355 });
  expect(rowsToFetch(0, 4, 5)).toEqual({ from: 0, to: 4 });
});
