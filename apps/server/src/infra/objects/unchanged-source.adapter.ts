import { createHash, hash } from 'node:crypto';
import type { ByteSource } from '@sealflow/tdf/reader';
import { chunksOf } from './object-source.adapter.ts';
import { ObjectChangedError } from './objects.port.ts';

/** Size of the blocks with one digest each. Small compared to a typical read, which loads all blocks it touches. */
const part = 256 * 1024;
const digestSize = 32;

/**
 * Opens a source whose bytes are verified against this SHA-256. The whole content is hashed now, and each later read returns
 * the verified bytes or throws, even if the object in the store is replaced.
 * @throws ObjectChangedError from this function and from reads.
 */
export async function unchangedSource(source: ByteSource, sha256: string): Promise<ByteSource> {
  const { size } = source;
  const digests = Buffer.alloc(Math.ceil(size / part) * digestSize);
  const whole = createHash('sha256');
  let at = 0;
  for await (const chunk of chunksOf(source)) {
    whole.update(chunk);
    for (const one of partsOf(chunk)) at += digestOf(one).copy(digests, at);
  }
  if (whole.digest('hex') !== sha256) throw new ObjectChangedError();
  return {
    size,
    read: async (offset, length, signal) => {
      const end = Math.min(size, offset + length);
      if (end <= offset) return new Uint8Array();
      const from = offset - (offset % part);
      const to = Math.min(size, Math.ceil(end / part) * part);
      const bytes = await source.read(from, to - from, signal);
      const known = digests.subarray((from / part) * digestSize, Math.ceil(to / part) * digestSize);
      if (!Buffer.concat(partsOf(bytes).map(digestOf)).equals(known)) throw new ObjectChangedError();
      return bytes.subarray(offset - from, end - from);
    },
  };
}

function partsOf(bytes: Uint8Array): Uint8Array[] {
  const count = Math.ceil(bytes.length / part);
  return Array.from({ length: count }, (_, index) => bytes.subarray(index * part, (index + 1) * part));
}

const digestOf = (bytes: Uint8Array): Buffer => hash('sha256', bytes, 'buffer');
