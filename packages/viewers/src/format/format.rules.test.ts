import { expect, test } from 'vitest';
import { formatOf } from './format.rules.ts';

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const utf8 = (text: string) => new TextEncoder().encode(text);

test.each([
  ['%PDF-1.7\n', { viewer: 'pdf' }],
  ['\n\n junk %PDF-1.4', { viewer: 'pdf' }],
  ['\x89PNG\r\n\x1a\n\0\0', { viewer: 'image', mimeType: 'image/png' }],
  ['\xff\xd8\xff\xe0\0\x10JFIF', { viewer: 'image', mimeType: 'image/jpeg' }],
  ['GIF89a\x01\0', { viewer: 'image', mimeType: 'image/gif' }],
  ['RIFF\x24\0\0\0WEBPVP8 ', { viewer: 'image', mimeType: 'image/webp' }],
  ['BM\x36\0\x0c\0\0\0\0\0\x36\0\0\0\x28', { viewer: 'image', mimeType: 'image/bmp' }],
  ['\0\0\0\x20ftypavif', { viewer: 'image', mimeType: 'image/avif' }],
  ['\0\0\0\x20ftypheic', { viewer: 'image', mimeType: 'image/heic' }],
  ['PK\x03\x04\x14\0[Content_Types].xml', { viewer: 'container', kind: 'zip' }],
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', { viewer: 'container', kind: 'ole' }],
  [
    'Received: from a\r\n by b\r\nSubject: hello\r\n\r\nNo: header',
    { viewer: 'mail', kind: 'eml', name: 'Email (eml)' },
  ],
  ['Subject: notes\nDate: today\n\nA text with headings', { viewer: 'text' }],
  ['From: nobody\nand so on\nDate: today\n\n', { viewer: 'text' }],
  ['\x09\x04\x06\0\0\0\x10\0', { viewer: 'sheet', kind: 'xls', name: 'Excel (xls)' }],
  ['\x01\x02\x03\x04', { viewer: null, name: '' }],
  ['', { viewer: 'text' }],
  ['<?xml version="1.0"?>\n<svg xmlns="">', { viewer: 'image', mimeType: 'image/svg+xml' }],
  ['<!-- a --><svg>', { viewer: 'image', mimeType: 'image/svg+xml' }],
  ['<html><svg></svg></html>', { viewer: 'text' }],
  ['{\\rtf1\\ansi words}', { viewer: 'text', exactKind: 'rtf' }],
  ['AC1032\0\0', { viewer: null, name: 'DWG' }],
  ['  0\r\nSECTION\r\n  2\r\nHEADER\r\n', { viewer: 'drawing', kind: 'dxf', name: 'DXF' }],
  ['999\nmade by hand\n999\nonce more\n0\nSECTION\n', { viewer: 'drawing', kind: 'dxf', name: 'DXF' }],
  ['999\nSECTION 0\n', { viewer: 'text' }],
  ['8BPS\0\x01', { viewer: null, name: 'Photoshop (psd)' }],
  // A backtracking pattern would try exponentially many partitions.
  ['<!-- a -->'.repeat(200), { viewer: 'text' }],
  ['BM is how this text begins', { viewer: 'text' }],
])('%j opens as %j', (start, format) => {
  expect(formatOf(bytes(start))).toEqual(format);
});

test.each([
  ['UTF-8', utf8('第一条 甲方\r\n\t乙方')],
  ['GB18030', new Uint8Array([0xba, 0xcf, 0xcd, 0xac, 0x0a])],
  ['UTF-16 with a mark', new Uint8Array([0xff, 0xfe, 0x08, 0x54, 0x0c, 0x54])],
  ['UTF-16 without one', bytes('h\0e\0l\0l\0o\0\n\0')],
])('text in %s is text', (_, head) => {
  expect(formatOf(head)).toEqual({ viewer: 'text' });
});

test.each([
  ["7z\xbc\xaf'\x1c", '7z'],
  ['Rar!\x1a\x07\x01\0', 'rar'],
  ['\x1f\x8b\x08', 'gz'],
  ['BZh91AY&SY', 'bz2'],
  ['\xfd7zXZ\0', 'xz'],
  [`a.txt${'\0'.repeat(252)}ustar`, 'tar'],
])('recognises an archive by its first bytes: %j is %s', (start, kind) => {
  const head = Uint8Array.from(start, (character) => character.charCodeAt(0));
  expect(formatOf(head)).toMatchObject({ viewer: 'archive', kind });
});
