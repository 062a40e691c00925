import { expect, test } from 'vitest';
import { baseScale, fittedScale } from './picture-layout.rules.ts';

const phone = { width: 360, height: 600 };

test.each([
  ['a photograph is seen whole', { width: 3600, height: 2000 }, 0.1],
  ['a high one, too', { width: 1000, height: 2000 }, 0.3],
  ['an icon is not enlarged', { width: 16, height: 16 }, 1],
  ['one to scroll through is as wide as the screen', { width: 1080, height: 20_000 }, 1 / 3],
  ['one that is thin by itself stays', { width: 10, height: 400 }, 1],
])('%s', (_, size, unit) => {
  expect(fittedScale(size, phone, { isSingle: true })).toBeCloseTo(unit, 6);
});

test('an SVG fills the screen', () => {
  expect(fittedScale({ width: 16, height: 16 }, phone, { isSingle: true, isVector: true })).toBe(22.5);
});

test('a page fits the screen width, up to a readable width on a wide screen', () => {
  expect(fittedScale({ width: 720, height: 9999 }, phone, { isSingle: false })).toBe(0.5);
  expect(fittedScale({ width: 92, height: 9999 }, { width: 2000, height: 900 }, { isSingle: false })).toBe(
    10,
  );
});

test.each([
  ['as many pixels as it has', { width: 1000, height: 1000 }, 1, 0.3, 1],
  ['as the screen has, where that is more', { width: 16, height: 16 }, 1, 3, 3],
  ['as the screen has, of lines', { width: 16, height: 16 }, Number.MAX_VALUE, 3, 3],
  ['no more than a phone takes', { width: 8000, height: 8000 }, 1, 0.1, 0.5],
  ['no longer than a phone takes', { width: 100, height: 32_000 }, 1, 0.1, 0.5],
])('an image is drawn in %s', (_, size, maxDecodeScale, screenScale, scale) => {
  expect(baseScale({ size, maxDecodeScale, screenScale, maxPixels: 16_000_000 })).toBeCloseTo(scale, 6);
});
