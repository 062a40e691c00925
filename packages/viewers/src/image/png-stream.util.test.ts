import { setTimeout as pause } from 'node:timers/promises';
import { constants, inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { frameSource } from '../../testing/frame-stage.ts';
import { samplePng } from '../../testing/sample-png.ts';
import { openPng } from './png-stream.util.ts';

/** Noise of sixteen values, which compresses to half. */
async function noisePng(width: number, height: number): Promise<Uint8Array<ArrayBuffer>> {
  const rows = new Uint8Array((1 + width) * height);
  for (let at = 0, random = 1; at < rows.length; at += 1) {
    random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
    rows[at] = at % (1 + width) === 0 ? 0 : random >>> 28;
  }
  return samplePng({ width, height, depth: 8, colorType: 0, rows });
}

/** Reads slowly, as a drawing that takes longer than unpacking: the error of the unpacking then comes before its last bytes are read. */
async function readSlowly(png: Uint8Array<ArrayBuffer>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const bytes of (await openPng(frameSource(png))).rows(() => undefined)) {
    parts.push(bytes);
    await pause(1);
  }
  return Buffer.concat(parts);
}

const unpackedBefore = (png: Uint8Array, end: number): Buffer =>
  inflateSync(png.subarray(dataOf(png), end), { finishFlush: constants.Z_SYNC_FLUSH });
const dataOf = (png: Uint8Array): number => Buffer.from(png).indexOf('IDAT') + 4;

test.each([0.3, 0.6, 0.9])('passes on every byte before the cut of a file, after %d of it', async (share) => {
  const png = await noisePng(1500, 1000);
  const end = Math.floor(png.length * share);
  expect((await readSlowly(png.slice(0, end))).equals(unpackedBefore(png, end))).toBe(true);
});
