import { randomBytes, randomInt } from 'node:crypto';
import * as zlib from 'node:zlib';
import { expect, test } from 'vitest';
import { crc32, prepareCrc32 } from './crc.ts';
import { crc32InBraids } from './crc-braids.ts';

test('the checksum of every length up to 300 bytes, at every alignment, is that of zlib', () => {
  for (let size = 0; size <= 300; size += 1) {
    for (let offset = 0; offset < 4; offset += 1) {
      const bytes = new Uint8Array(randomBytes(offset + size)).subarray(offset);
      expect(crc32InBraids(bytes)).toBe(zlib.crc32(bytes));
    }
  }
});

test.each([
  ['in braids', async () => crc32InBraids],
  [
    'of a prepared page',
    async () => {
      await prepareCrc32();
      return crc32;
    },
  ],
] as const)(
  'the checksum of random chunks of a segment, %s, is that of zlib for the whole',
  async (_, prepare) => {
    const checksum = await prepare();
    const whole = new Uint8Array(randomBytes(256 * 1024 + 28));
    for (let round = 0; round < 20; round += 1) {
      let crc = 0;
      for (let at = 0; at < whole.length; ) {
        const end = at + randomInt(1, 40_000);
        crc = checksum(whole.subarray(at, end), crc);
        at = end;
      }
      expect(crc).toBe(zlib.crc32(whole));
    }
  },
);
