import { expect, test } from 'vitest';
import { replaceMacintoshCharsets } from './macintosh-charsets.rules.ts';

const bytesOf = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'));
const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

test('East Asian charsets of the Macintosh become those of Windows, and other bytes stay', () => {
  const fonts = (charsets: readonly number[]) =>
    String.raw`{\rtf1{\fonttbl${charsets.map((charset) => String.raw`{\f0\fcharset${charset} A\'82;}`).join('')}}` +
    '\u0080\u00ff}';
  const document = bytesOf(fonts([0, 77, 78, 79, 80, 81, 128, 780]));
  expect(textOf(replaceMacintoshCharsets(document))).toBe(fonts([0, 77, 128, 129, 134, 136, 128, 780]));
});

test.each([
  ['an RTF file without them', String.raw`{\rtf1{\fonttbl{\f0\fcharset134 A;}}}`],
  ['another file', String.raw`PK \fcharset80`],
  ['an empty file', ''],
])('%s stays the same', (_, text) => {
  const document = bytesOf(text);
  expect(replaceMacintoshCharsets(document)).toBe(document);
});
