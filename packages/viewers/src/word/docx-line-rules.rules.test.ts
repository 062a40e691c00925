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
