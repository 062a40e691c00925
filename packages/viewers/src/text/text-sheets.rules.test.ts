import { expect, test } from 'vitest';
import { sheetsOf, textSheet } from './text-sheets.rules.ts';

test('lines stay lines, and sheets have as many as fit', () => {
  const lines = Array.from({ length: textSheet.lines + 1 }, (_, index) => `line ${index}`);
  const sheets = sheetsOf(lines.join('\r\n'));
  expect(sheets.map(({ length }) => length)).toEqual([textSheet.lines, 1]);
  expect(sheets.flat()).toEqual(lines);
});

test('long lines are divided at the last column, where a Chinese character fills two', () => {
  expect(sheetsOf('x'.repeat(textSheet.columns + 1)).flat()).toEqual(['x'.repeat(textSheet.columns), 'x']);
  const half = textSheet.columns / 2;
  expect(sheetsOf('密'.repeat(half + 1)).flat()).toEqual(['密'.repeat(half), '密']);
  expect(sheetsOf(`x${'密'.repeat(half)}`).flat()).toEqual([`x${'密'.repeat(half - 1)}`, '密']);
});

test('an empty text is one empty sheet, and blank lines inside remain', () => {
  expect(sheetsOf('')).toEqual([['']]);
  expect(sheetsOf('a\n\n\tb\n\n')).toEqual([['a', '', '    b']]);
});
