import { type Bytes, unlessAborted } from './bytes.ts';
import { type ByteSource, endOfRead, peekExactly } from './source.ts';

export interface CacheOptions {
  /** In bytes; 64 KiB by default. */
  readonly blockSize?: number;
  /** How many blocks are kept; 64 by default. */
  readonly blocks?: number;
}

/**
 * A source that reads another one in whole blocks and keeps the latest. For slow sources with many small reads; it keeps
 * bytes as they are in the source below, so put it below a protected document and not above.
 */
export function cachedSource(
  source: ByteSource,
  { blockSize = 64 * 1024, blocks = 64 }: CacheOptions = {},
): ByteSource {
  const kept = new Map<number, Promise<Bytes>>();

  function block(index: number): Promise<Bytes> {
    const start = index * blockSize;
    const entry = kept.get(index) ?? peekExactly(source, start, Math.min(blockSize, source.size - start));
    kept.delete(index);
    kept.set(index, entry);
    // A failed read says nothing about the next one.
    entry.catch(() => kept.get(index) === entry && kept.delete(index));
    const [oldest] = kept.keys();
    if (kept.size > blocks && oldest !== undefined) kept.delete(oldest);
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
