import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { concat } from '../bytes.ts';
import { crc32InBraids } from './crc-braids.ts';
import { MIN_FOLDED_BYTES, startFolding } from './crc-folding.ts';

const whole = concat(Array.from({ length: 5 }, () => crypto.getRandomValues(new Uint8Array(64 * 1024))));

test('folding and braids agree for every number of bytes in a block, at every alignment', async () => {
  const crc32 = await startFolding();
  for (let length = MIN_FOLDED_BYTES; length < MIN_FOLDED_BYTES + 130; length += 1) {
    const bytes = whole.subarray(length % 67, (length % 67) + length);
    expect(crc32(bytes, length)).toBe(crc32InBraids(bytes, length));
  }
});

test('folding and braids agree for several blocks, whatever was computed before', async () => {
  const crc32 = await startFolding();
  const value = fc.integer({ min: 0, max: 2 ** 32 - 1 });
  const length = fc.integer({ min: MIN_FOLDED_BYTES, max: whole.length - 64 });
  fc.assert(
    fc.property(fc.nat(63), length, value, (start, size, before) => {
      const bytes = whole.subarray(start, start + size);
      expect(crc32(bytes, before)).toBe(crc32InBraids(bytes, before));
    }),
  );
});
