import { createHash } from 'node:crypto';
import { bytesSource } from '@sealflow/tdf/reader';
import { expect, it } from 'vitest';
import { ObjectChangedError } from './objects.errors.ts';
import { openVerifiedSource } from './verified-source.adapter.ts';

const part = 256 * 1024;
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const bytesOf = (size: number) => Uint8Array.from({ length: size }, (_, index) => (index * 31) % 251);

it.each([0, 1, part - 1, part, part + 1, 17 * part + 5])('returns any range of %i bytes', async (size) => {
  const bytes = bytesOf(size);
  const source = await openVerifiedSource(bytesSource(bytes), sha256(bytes));
  const places = [0, 1, part - 1, part, 2 * part + 3, size - 1, size].filter((at) => at >= 0 && at <= size);
  for (const offset of places) {
    for (const length of [0, 1, part, 3 * part + 1, size]) {
      const read = await source.read(offset, length);
      expect(Buffer.compare(read, bytes.subarray(offset, offset + length))).toBe(0);
    }
  }
});

it('rejects a part that changed after verification and returns the other parts', async () => {
  const bytes = bytesOf(3 * part + 7);
  const source = await openVerifiedSource(bytesSource(bytes), sha256(bytes));
  bytes.fill(255, 2 * part + 9, 2 * part + 10);
  await expect(source.read(2 * part, 1)).rejects.toThrow(ObjectChangedError);
  await expect(source.read(part, part + 1)).rejects.toThrow(ObjectChangedError);
  expect((await source.read(part - 1, part)).length).toBe(part);
  expect((await source.read(3 * part, 100)).length).toBe(7);
});

it('rejects content that became shorter after verification', async () => {
  const bytes = bytesOf(part + 7);
  let lying = bytes;
  const { length: size } = bytes;
  const source = await openVerifiedSource(
    { size, read: (offset, length) => bytesSource(lying.subarray(0, offset + length)).read(offset, length) },
    sha256(bytes),
  );
  lying = bytes.subarray(0, part + 3);
  await expect(source.read(part, 7)).rejects.toThrow(ObjectChangedError);
});

it('rejects content with another digest', async () => {
  await expect(openVerifiedSource(bytesSource(bytesOf(5)), sha256(bytesOf(6)))).rejects.toThrow(
    ObjectChangedError,
  );
});
