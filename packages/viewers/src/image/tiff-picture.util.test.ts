import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { frameSource } from '../../testing/frame-stage.ts';
import { greyPage, sampleTiff } from '../../testing/sample-tiff.ts';
import { wholePicture } from '../../testing/whole-picture.ts';
import { openTiff } from './tiff-picture.util.ts';

const open = (bytes: Uint8Array) => openTiff(frameSource(bytes), () => undefined);
const one = (tags: Readonly<Record<number, readonly number[]>>, ...parts: readonly (readonly number[])[]) =>
  sampleTiff([{ tags, parts: parts.map((part) => Uint8Array.from(part)) }]);
const two = { 256: [2], 257: [1] };

test.each([
  ['black and white', { ...two, 258: [1], 262: [0] }, [0b0100_0000], [255, 255, 255, 255, 0, 0, 0, 255]],
  ['four bits', { ...two, 258: [4], 262: [1] }, [0x3f], [51, 51, 51, 255, 255, 255, 255, 255]],
  ['sixteen bits', { ...two, 258: [16], 262: [1] }, [99, 7, 99, 8], [7, 7, 7, 255, 8, 8, 8, 255]],
  [
    'a palette',
    { ...two, 258: [1], 262: [3], 320: [0x0100, 0x0400, 0x0200, 0x0500, 0x0300, 0x0600] },
    [0b0100_0000],
    [1, 2, 3, 255, 4, 5, 6, 255],
  ],
  ['colours', { ...two, 258: [8], 262: [2], 277: [3] }, [1, 2, 3, 4, 5, 6], [1, 2, 3, 255, 4, 5, 6, 255]],
  [
    'colours with alpha',
    { ...two, 258: [8], 262: [2], 277: [4], 338: [2] },
    [1, 2, 3, 40, 5, 6, 7, 80],
    [1, 2, 3, 40, 5, 6, 7, 80],
  ],
  [
    'four inks',
    { ...two, 258: [8], 262: [5], 277: [4] },
    [0, 255, 0, 0, 0, 0, 0, 255],
    [255, 0, 255, 255, 0, 0, 0, 255],
  ],
  [
    'packed and as differences',
    { ...two, 258: [8], 259: [8], 262: [1], 317: [2] },
    [...deflateSync(Uint8Array.from([10, 5]))],
    [10, 10, 10, 255, 15, 15, 15, 255],
  ],
])('reads %s', async (_, tags, part, pixels) => {
  const pictures = await open(one(tags, part));
  expect([...(await pictures.pixels(0, wholePicture(2, 1)))]).toEqual(pixels);
});

test('reads planar samples', async () => {
  const pictures = await open(
    one({ ...two, 258: [8], 262: [2], 277: [3], 284: [2] }, [1, 4], [2, 5], [3, 6]),
  );
  expect([...(await pictures.pixels(0, wholePicture(2, 1)))]).toEqual([1, 2, 3, 255, 4, 5, 6, 255]);
});

test('reads only the requested parts of a large page', async () => {
  const source = frameSource(sampleTiff([greyPage(100, 80, 50)]));
  const pictures = await openTiff(source, () => undefined);
  await pictures.facts(0);
  source.reads.length = 0;
  const part = { left: 10, top: 20, width: 20, height: 10, pixelWidth: 10, pixelHeight: 5 };
  const pixels = await pictures.pixels(0, part);
  expect([pixels.length, pixels[0]]).toEqual([200, 50]);
  expect(source.reads.map(([, length]) => length)).toEqual(Array.from({ length: 10 }, () => 100));
});

test('skips thumbnails of pages and stops at a cyclic page list', async () => {
  const thumbnail = greyPage(2, 2, 1);
  const bytes = sampleTiff([
    greyPage(4, 4, 9),
    { ...thumbnail, tags: { ...thumbnail.tags, 254: [1] } },
    greyPage(5, 4, 9),
  ]);
  const pictures = await open(bytes);
  expect(pictures.count).toBe(2);
  expect((await pictures.facts(1)).size).toEqual({ width: 5, height: 4 });
  // The last page links to the first one.
  const ring = Uint8Array.from(bytes);
  ring.copyWithin(ring.length - 4, 4, 8);
  expect((await open(ring)).count).toBe(2);
});

test('shows the available part of a truncated file and reports the truncation', async () => {
  const page = greyPage(10, 10, 50);
  const bytes = one(
    { ...page.tags, 278: [5] },
    [...new Uint8Array(50).fill(50)],
    [...new Uint8Array(50).fill(60)],
  );
  const view = new DataView(bytes.buffer);
  // The second strip is beyond the end of the file.
  for (let at = 0; at + 4 <= bytes.length; at += 1)
    if (view.getUint32(at, true) === 58) view.setUint32(at, 5000, true);
  const pictures = await open(bytes);
  expect((await pictures.facts(0)).isTruncated).toBe(true);
  const pixels = await pictures.pixels(0, wholePicture(10, 10));
  expect([pixels[0], pixels[3], pixels.at(-1)]).toEqual([50, 255, 0]);
});

test.each([
  ['no image', Uint8Array.from([0x49, 0x49, 42, 0, 8, 0, 0, 0])],
  ['an unknown compression', one({ ...two, 258: [8], 259: [50_001], 262: [1] }, [1, 2])],
  ['an unknown colour space', one({ ...two, 258: [8], 262: [8], 277: [3] }, [1, 2, 3, 4, 5, 6])],
  ['larger than its data', one({ 256: [400_000], 257: [400_000], 258: [8], 262: [1] }, [1, 2])],
])('rejects an unusable file: %s', async (_, bytes) => {
  const show = async () => {
    const pictures = await open(bytes);
    await pictures.facts(0);
    await pictures.pixels(0, wholePicture(2, 1));
  };
  await expect(show()).rejects.toMatchObject({ code: expect.stringMatching(/^(?:imageFailed|tooLarge)$/) });
});
