import { expect, it } from 'vitest';
import { lineHeightOf } from './docx-line-rules.rules.ts';

it('counts line heights in whole twentieths of a point, 15 to a pixel', () => {
  // 11 pt of a font of 1.149 times its size: 12.64 pt are 253 twips.
  const natural = ((11 * 1.149) / 72) * 96;
  expect(lineHeightOf({ kind: 'auto', value: 1 }, natural, 0)).toBeCloseTo(253 / 15, 6);
  expect(lineHeightOf({ kind: 'auto', value: 1.15 }, natural, 0)).toBeCloseTo(290 / 15, 6);
  expect(lineHeightOf({ kind: 'auto', value: 2 }, 20, 0)).toBe(40);
  expect(lineHeightOf({ kind: 'exact', value: 12.34 }, natural, 0)).toBe(12.34);
  expect(lineHeightOf({ kind: 'atLeast', value: 30 }, natural, 0)).toBe(30);
});

it('takes multiples of a row of the grid, and adds them by the height of the text to a line of more rows', () => {
  expect(lineHeightOf({ kind: 'auto', value: 1.5 }, 18, 20)).toBe(30);
  expect(lineHeightOf({ kind: 'auto', value: 1.5 }, 30, 20)).toBe(55);
  expect(lineHeightOf({ kind: 'auto', value: 1 }, 30, 20)).toBe(40);
});
