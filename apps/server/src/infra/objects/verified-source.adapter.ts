import { createHash, hash } from 'node:crypto';
import type { ByteSource } from '@sealflow/tdf/reader';
import { readChunks } from './object-source.adapter.ts';
import { ObjectChangedError } from './objects.errors.ts';

/** Size of the blocks with one digest each. Small compared to a typical read, which loads all blocks it touches. */
const blockBytes = 256 * 1024;
const digestBytes = 32;

/**
 * Opens a source whose bytes are verified against this SHA-256. The whole content is hashed now, and each later read returns
 * the verified bytes or throws, even if the object in the store is replaced.
 * @throws ObjectChangedError from this function and from reads.
 */
export async function openVerifiedSource(source: ByteSource, sha256: string): Promise<ByteSource> {
  const { size } = source;
  const digests = Buffer.alloc(Math.ceil(size / blockBytes) * digestBytes);
  const fullHash = createHash('sha256');
  let offsetInDigests = 0;
  for await (const chunk of readChunks(source)) {
    fullHash.update(chunk);
    for (const block of blocksOf(chunk)) offsetInDigests += digestOf(block).copy(digests, offsetInDigests);
  }
  if (fullHash.digest('hex') !== sha256) throw new ObjectChangedError();
  return {
    size,
    read: async (offset, length, signal) => {
      const end = Math.min(size, offset + length);
      if (end <= offset) return new Uint8Array();
      const from = offset - (offset % blockBytes);
      const to = Math.min(size, Math.ceil(end / blockBytes) * blockBytes);
      const bytes = await source.read(from, to - from, signal);
      const expected = digests.subarray(
        (from / blockBytes) * digestBytes,
        Math.ceil(to / blockBytes) * digestBytes,
      );
      if (!Buffer.concat(blocksOf(bytes).map(digestOf)).equals(expected)) throw new ObjectChangedError();
      return bytes.subarray(offset - from, end - from);
    },
  };
}

function blocksOf(bytes: Uint8Array): Uint8Array[] {
  const count = Math.ceil(bytes.length / blockBytes);
  return Array.from({ length: count }, (_, index) =>
    bytes.subarray(index * blockBytes, (index + 1) * blockBytes),
  );
}

const digestOf = (bytes: Uint8Array): Buffer => hash('sha256', bytes, 'buffer');
