import { createHash } from 'node:crypto';
import type { ByteSource } from '@sealflow/tdf/reader';
import type { ObjectStore } from './objects.port.ts';

/** A stored object as a byte source, which reads it by ranges. */
export function createObjectSource(
  objects: Pick<ObjectStore, 'read'>,
  { key, size }: { key: string; size: number },
): ByteSource {
  return {
    size,
    read: async (offset, length, signal) => {
      const end = Math.min(size, offset + length);
      if (end <= offset) return new Uint8Array();
      const bytes = new Uint8Array(end - offset);
      let at = 0;
      const content: AsyncIterable<Uint8Array> = await objects.read(key, { start: offset, end });
      for await (const chunk of content) {
        signal?.throwIfAborted();
        bytes.set(chunk, at);
        at += chunk.length;
      }
      return bytes.subarray(0, at);
    },
  };
}

/** Bytes per request: fewer requests than one per segment, and memory use independent of the size of the file. */
const defaultChunkBytes = 4 * 1024 * 1024;

/**
 * Reads a source sequentially, or a range of it.
 * @param chunkBytes - bytes per read: smaller if a slow receiver keeps them in memory.
 */
export async function* readChunks(
  source: ByteSource,
  { start, end }: { start: number; end: number } = { start: 0, end: source.size },
  chunkBytes = defaultChunkBytes,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  for (let at = start; at < end; ) {
    const next = Math.min(end, (Math.floor(at / chunkBytes) + 1) * chunkBytes);
    yield await source.read(at, next - at);
    at = next;
  }
}

/** SHA-256 of a whole source, in hexadecimal digits. */
export async function digestSource(source: ByteSource): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of readChunks(source)) hash.update(chunk);
  return hash.digest('hex');
}
