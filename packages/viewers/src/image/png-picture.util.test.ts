import { expect, test } from 'vitest';
import { frameSource } from '../../testing/frame-stage.ts';
import { blackPng, samplePng } from '../../testing/sample-png.ts';
import { wholePicture } from '../../testing/whole-picture.ts';
import { openHugePng } from './png-picture.util.ts';

const pixelsOf = async (bytes: Uint8Array, width: number, height: number) => {
  const pictures = await openHugePng(frameSource(bytes), () => undefined);
  return [...(await pictures.pixels(0, wholePicture(width, height)))];
};

test('reverses every filter type', async () => {
  const grey = { width: 3, depth: 8, colorType: 0, height: 5 };
  // Each row is 10 20 30 after the filter is reversed.
  const rows = Uint8Array.from([0, 10, 20, 30, 1, 10, 10, 10, 2, 0, 0, 0, 3, 5, 5, 5, 4, 0, 0, 0]);
  const pixels = await pixelsOf(await samplePng({ ...grey, rows }), 3, 5);
  const row = [10, 20, 30].flatMap((value) => [value, value, value, 255]);
  expect(pixels).toEqual([...row, ...row, ...row, ...row, ...row]);
});

test.each([
  ['one bit', 1, 0, [0b0100_0000], {}, [0, 0, 0, 255, 255, 255, 255, 255]],
  ['four bits', 4, 0, [0x3f], {}, [51, 51, 51, 255, 255, 255, 255, 255]],
  ['sixteen bits', 16, 0, [7, 99, 8, 99], {}, [7, 7, 7, 255, 8, 8, 8, 255]],
  ['grey with alpha', 8, 4, [7, 9, 8, 10], {}, [7, 7, 7, 9, 8, 8, 8, 10]],
  ['colours', 8, 2, [1, 2, 3, 4, 5, 6], {}, [1, 2, 3, 255, 4, 5, 6, 255]],
  [
    'colours with one transparent',
    8,
    2,
    [1, 2, 3, 4, 5, 6],
    { tRNS: [0, 1, 0, 2, 0, 3] },
    [0, 0, 0, 0, 4, 5, 6, 255],
  ],
  ['a palette', 4, 3, [0x10], { PLTE: [1, 2, 3, 4, 5, 6], tRNS: [128] }, [4, 5, 6, 255, 1, 2, 3, 128]],
] as const)('reads %s', async (_, depth, colorType, row, others, pixels) => {
  const chunks = Object.fromEntries(
    Object.entries(others).map(([type, body]) => [type, Uint8Array.from(body as readonly number[])]),
  );
  const rows = Uint8Array.from([0, ...row]);
  const bytes = await samplePng({ width: 2, height: 1, depth, colorType, rows, others: chunks });
  expect(await pixelsOf(bytes, 2, 1)).toEqual([...pixels]);
});

test('downscales a large image and detects a missing end', async () => {
  const bytes = await blackPng(5000, 4000);
  const open = (part: Uint8Array) => openHugePng(frameSource(part), () => undefined);
  const pictures = await open(bytes);
  const { size, maxScale, isTruncated } = await pictures.facts(0);
  expect([size, isTruncated]).toEqual([{ width: 5000, height: 4000 }, false]);
  expect(5000 * maxScale * 4000 * maxScale).toBeCloseTo(16_000_000, -1);
  const pixels = await pictures.pixels(0, { ...wholePicture(5000, 4000), pixelWidth: 50, pixelHeight: 40 });
  expect([pixels.length, pixels.at(-1)]).toEqual([50 * 40 * 4, 255]);

  const cut = await open(bytes.slice(0, bytes.length / 2));
  expect((await cut.facts(0)).isTruncated).toBe(true);
  const shown = await cut.pixels(0, { ...wholePicture(5000, 4000), pixelWidth: 50, pixelHeight: 40 });
  expect([shown[3], shown.at(-1)]).toEqual([255, 0]);
  await expect(open(bytes.slice(0, 40))).rejects.toMatchObject({ code: 'imageFailed' });
});
