import { expect, test } from 'vitest';
import { chooseDecoding } from './picture-budget.rules.ts';
import { parsePictureHeader } from './picture-header.rules.ts';

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const exif = (orientation: string) =>
  `MM\0*\0\0\0\b\0\u0001\u0001\u0012\0\u0003\0\0\0\u0001\0${orientation}\0\0\0\0\0\0`;
const png = '\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\u0003\x20\0\0\u0002\x58\b\u0002\0\0\0crc ';
const chunk = (type: string, body: string) => `\0\0\0${String.fromCharCode(body.length)}${type}${body}crc `;
const jpeg = (marker: string) =>
  `\xff\xd8\xff\xe0\0\u0004ab\xff${marker}\0\u0011\b\u0002\x58\u0003\x20\u0003\0\0\0`;

test.each([
  ['image/png', png, { width: 800, height: 600, isInterlaced: false, orientation: 1 }],
  ['image/png', `${png}${chunk('eXIf', exif('\u0006'))}`, { width: 800, orientation: 6 }],
  ['image/jpeg', jpeg('\xc0'), { width: 800, height: 600, isInterlaced: false }],
  ['image/jpeg', jpeg('\xc2'), { width: 800, height: 600, isInterlaced: true }],
  ['image/gif', 'GIF89a\x20\u0003\x58\u0002', { width: 800, height: 600 }],
  ['image/webp', `RIFF....WEBPVP8X\n\0\0\0\b\0\0\0\x1f\u0003\0\x57\u0002\0`, { width: 800, height: 600 }],
  ['image/bmp', `BM............\x28\0\0\0\x20\u0003\0\0\xa8\xfd\xff\xff`, { width: 800, height: 600 }],
  [
    'image/avif',
    `....ftyp....ispe\0\0\0\0\0\0\u0003\x20\0\0\u0002\x58....ispe\0\0\0\0\0\0\0\x20\0\0\0\x58.....`,
    { width: 800, height: 600 },
  ],
])('the header of %s contains the image size', (mimeType, start, header) => {
  expect(parsePictureHeader(mimeType, bytes(start))).toMatchObject(header);
});

test.each(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/bmp', 'image/avif', 'image/x-icon'])(
  'the header of a broken %s is null',
  (mimeType) => {
    expect(parsePictureHeader(mimeType, bytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0'))).toBeNull();
    expect(parsePictureHeader(mimeType, bytes('\xff\xd8\xff\xff'))).toBeNull();
  },
);

const header = (edge: number, isInterlaced = false) => ({
  width: edge,
  height: edge,
  isInterlaced,
  orientation: 1,
});

test.each([
  ['image/jpeg', header(4000), { by: 'browser', eighths: 8 }],
  ['image/jpeg', header(20_000), { by: 'browser', eighths: 2 }],
  ['image/png', header(6000), { by: 'browser', eighths: 8 }],
  ['image/png', header(20_000), { by: 'rows' }],
  ['image/x-icon', null, { by: 'browser', eighths: 8 }],
])('%s of this size is decoded within the memory limit', (mimeType, size, decoding) => {
  expect(chooseDecoding(mimeType, size)).toEqual(decoding);
});

test.each([
  ['image/jpeg', header(65_000)],
  ['image/jpeg', header(20_000, true)],
  ['image/png', header(20_000, true)],
  ['image/png', header(2_000_000_000)],
  ['image/webp', header(16_383)],
  ['image/avif', header(20_000)],
])('%s of this size is too large', (mimeType, size) => {
  expect(() => chooseDecoding(mimeType, size)).toThrow(expect.objectContaining({ code: 'tooLarge' }));
});
