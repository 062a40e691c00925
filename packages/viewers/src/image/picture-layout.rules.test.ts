import { expect, test } from 'vitest';
import { baseScale, fittedScale } from './picture-layout.rules.ts';

const phone = { width: 360, height: 600 };

test.each([
  ['a photograph fits the screen', { width: 3600, height: 2000 }, 0.1],
  ['a tall image fits the screen', { width: 1000, height: 2000 }, 0.3],
  ['an icon is not enlarged', { width: 16, height: 16 }, 1],
  ['a very tall image is as wide as the screen and scrolls', { width: 1080, height: 20_000 }, 1 / 3],
  ['a tall image narrower than the screen is not enlarged', { width: 10, height: 400 }, 1],
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
  ['its own resolution', { width: 1000, height: 1000 }, 1, 0.3, 1],
  ['the resolution of the screen if that is higher', { width: 16, height: 16 }, 1, 3, 3],
  ['the resolution of the screen for vector graphics', { width: 16, height: 16 }, Number.MAX_VALUE, 3, 3],
  ['at most the pixel count that a phone supports', { width: 8000, height: 8000 }, 1, 0.1, 0.5],
  ['at most the side length that a phone supports', { width: 100, height: 32_000 }, 1, 0.1, 0.5],
])('an image is drawn in %s', (_, size, maxDecodeScale, screenScale, scale) => {
  expect(baseScale({ size, maxDecodeScale, screenScale, maxPixels: 16_000_000 })).toBeCloseTo(scale, 6);
});
