import { expect, it } from 'vitest';
import { frameSource } from '../../testing/frame-stage.ts';
import { sampleHeic } from '../../testing/sample-heic.ts';
import { imageFormatOf } from '../image/image-format.rules.ts';
import { openHeic } from './heic-picture.util.ts';

const text = (value: string) => Uint8Array.from(value, (character) => character.charCodeAt(0));
const join = (...parts: readonly Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => Array.from(part)));

function box(type: string, ...content: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const body = join(...content);
  const header = new Uint8Array(8);
  new DataView(header.buffer).setUint32(0, 8 + body.length);
  header.set(text(type), 4);
  return join(header, body);
}

const film = join(
  box('ftyp', text('mp42\0\0\0\0isom')),
  box('moov', new Uint8Array(100)),
  box('mdat', text('film')),
);
/** The brands of iPhones precede the picture, whose places count from the beginning: no byte may move. */
const liveBrands = join(box('ftyp', text('heic\0\0\0\0MiHEheic')), sampleHeic().subarray(24));

it.each([
  ['a picture with the brands of a live photo', liveBrands],
  ['a motion photo with its film in a box', join(sampleHeic(), box('mpvd', film))],
  ['a motion photo with its film behind the picture', join(sampleHeic(), film)],
  ['a motion photo of Samsung', join(sampleHeic(), text('MotionPhoto_Data'), film, text('SEFH\0\0\0\0SEFT'))],
])('shows the still picture of %s', async (_, bytes) => {
  expect(imageFormatOf(String.fromCharCode(...bytes))).toEqual({ viewer: 'image', mimeType: 'image/heic' });
  const pictures = await openHeic(frameSource(bytes), () => undefined);
  expect(pictures.count).toBe(1);
  expect(await pictures.facts(0)).toMatchObject({ size: { width: 64, height: 64 } });
  const part = { left: 0, top: 0, width: 64, height: 64, pixelWidth: 64, pixelHeight: 64 };
  const pixels = await pictures.pixels(0, part);
  expect(pixels.length).toBe(64 * 64 * 4);
});
