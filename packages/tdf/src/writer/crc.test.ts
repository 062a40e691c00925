import { expect, test } from 'vitest';
import { utf8 } from '../bytes.ts';
import { crc32 } from './crc.ts';

test.each([
  ['', 0],
  ['a', 0xe8b7be43],
  ['123456789', 0xcbf43926],
  ['The quick brown fox jumps over the lazy dog', 0x414fa339],
])('the checksum of %j equals the published value', (text, checksum) => {
  expect(crc32(utf8(text))).toBe(checksum);
});

test('the checksum of a whole equals the combined checksum of its parts, however it is split', () => {
  const whole = utf8('The quick brown fox jumps over the lazy dog');
  for (let at = 0; at <= whole.length; at += 1)
    expect(crc32(whole.subarray(at), crc32(whole.subarray(0, at)))).toBe(0x414fa339);
});
