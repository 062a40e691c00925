import { type Bytes, unlessAborted } from './bytes.ts';
import { type ByteSource, endOfRead, peekExactly } from './source.ts';

export interface CacheOptions {
  /** In bytes; default 64 KiB. */
  readonly blockSize?: number;
  /** Number of cached blocks; default 64. */
  readonly maxBlocks?: number;
}

/**
 * A source that reads another source in whole blocks and caches the most recent ones. For slow sources with many small
 * reads. It caches the bytes of the underlying source, so use it below a protected document and not above: there it
 * would cache plaintext.
 */
export function cachedSource(
  source: ByteSource,
  { blockSize = 64 * 1024, maxBlocks = 64 }: CacheOptions = {},
): ByteSource {
  const cachedBlocks = new Map<number, Promise<Bytes>>();

  function block(index: number): Promise<Bytes> {
    const start = index * blockSize;
    const entry =
      cachedBlocks.get(index) ?? peekExactly(source, start, Math.min(blockSize, source.size - start));
    cachedBlocks.delete(index);
    cachedBlocks.set(index, entry);
    // A failure is not cached.
    entry.catch(() => cachedBlocks.get(index) === entry && cachedBlocks.delete(index));
    const [oldest] = cachedBlocks.keys();
    if (cachedBlocks.size > maxBlocks && oldest !== undefined) cachedBlocks.delete(oldest);
    return entry;
  }

  return {
    size: source.size,
    blockSize,
    async read(offset, length, signal) {
      const end = endOfRead(source.size, offset, length);
      const target = new Uint8Array(end - offset);
      const indices: number[] = [];
      for (let index = Math.floor(offset / blockSize); index * blockSize < end; index += 1)
        indices.push(index);
      const parts = await unlessAborted(Promise.all(indices.map(block)), signal);
      for (const [at, index] of indices.entries()) {
        const start = index * blockSize - offset;
        const part = parts[at] ?? new Uint8Array();
        target.set(part.subarray(Math.max(0, -start), target.length - start), Math.max(0, start));
      }
      return target;
    },
  };
}
