import { expect, test } from 'vitest';
import { createDownscaler, withoutUpscaling } from './downscale.rules.ts';

const part = { left: 0, top: 0, width: 4, height: 4, pixelWidth: 2, pixelHeight: 2 };
const row = (...pixels: readonly (readonly [number, number, number, number])[]) =>
  Uint8Array.from(pixels.flat());
const black = [0, 0, 0, 255] as const;
const white = [255, 255, 255, 255] as const;
const clear = [200, 0, 0, 0] as const;

test('each pixel is the mean of its source pixels', () => {
  const reduction = createDownscaler(part);
  for (let y = 0; y < 4; y += 1) {
    reduction.push({
      y,
      left: 0,
      pixels: y < 2 ? row(black, white, white, white) : row(black, black, white, black),
    });
  }
  expect([...reduction.finish()]).toEqual([128, 128, 128, 255, ...white, ...black, 128, 128, 128, 255]);
});

test('transparent pixels contribute no colour', () => {
  const reduction = createDownscaler(part);
  for (let y = 0; y < 4; y += 1) reduction.push({ y, left: 0, pixels: row(white, clear, clear, clear) });
  expect([...reduction.finish()].slice(0, 8)).toEqual([255, 255, 255, 128, 0, 0, 0, 0]);
});

test('a row can arrive in pieces, and only the requested part is used', () => {
  const reduction = createDownscaler({ ...part, left: 1, top: 1, width: 2, height: 1, pixelHeight: 1 });
  reduction.push({ y: 0, left: 0, pixels: row(white, white, white, white) });
  reduction.push({ y: 1, left: 0, pixels: row(white, black) });
  reduction.push({ y: 1, left: 2, pixels: row(white, black) });
  expect([...reduction.finish()]).toEqual([...black, ...white]);
});

test('the result is never larger than its source', () => {
  expect(withoutUpscaling({ ...part, pixelWidth: 9, pixelHeight: 1 })).toMatchObject({
    pixelWidth: 4,
    pixelHeight: 1,
  });
});
