import { expect, test } from 'vitest';
import { isPictureTruncated } from './truncated-picture.rules.ts';

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const png = '\x89PNG\r\n\x1a\n\0\0\0\u0002IDATab....\0\0\0\0IEND....';
// The embedded thumbnail also has an end marker.
const jpeg = '\xff\xd8\xff\xe1\0\u0006a\xff\xd9b\xff\xda\0\u0002picture\xff\xd9';

test.each([
  ['image/png', png],
  ['image/png', `${png} and what others have added`],
  ['image/jpeg', jpeg],
  ['image/jpeg', `${jpeg}\0\0\0`],
  ['image/gif', 'GIF89a picture\0;\0\0'],
  ['image/webp', 'RIFF\u0008\0\0\0WEBPVP8 '],
  ['image/bmp', 'BM'],
])('%s is complete: %j', (mimeType, text) => {
  expect(isPictureTruncated(mimeType, bytes(text))).toBe(false);
});

test.each([
  ['image/png', png.slice(0, -12)],
  ['image/png', png.slice(0, 18)],
  ['image/jpeg', jpeg.slice(0, -2)],
  ['image/jpeg', jpeg.slice(0, 8)],
  ['image/gif', 'GIF89a picture\0'],
  ['image/webp', 'RIFF\u0009\0\0\0WEBPVP8 '],
])('%s is truncated: %j', (mimeType, text) => {
  expect(isPictureTruncated(mimeType, bytes(text))).toBe(true);
});
