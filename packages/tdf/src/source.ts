import { type Bytes, throwIfAborted } from './bytes.ts';
import { TdfError } from './error.ts';

/**
 * Bytes of a known size with random access. A plain file, a running download, an HTTP range and a protected document
 * all implement it, and viewers read from nothing else.
 */
export interface ByteSource {
  /** In bytes. */
  readonly size: number;
  /**
   * Reads `length` bytes from `offset`, and fewer only at the end of the source. The caller owns the result.
   * @throws TdfError `source.out_of_range` if the range starts outside of the source; the signal's reason on abort.
   */
  read(offset: number, length: number, signal?: AbortSignal): Promise<Bytes>;
  /** As `read`, but the result may be a view of the source's own bytes: the caller must not change it or pass it on. */
  peek?(offset: number, length: number, signal?: AbortSignal): Promise<Bytes>;
  /** The cheapest read size in bytes, at multiples of it. */
  readonly blockSize?: number;
}

/**
 * The end offset of a read. Offsets must be exact integers: they are never rounded.
 * @throws TdfError `source.out_of_range`.
 */
export function endOfRead(size: number, offset: number, length: number): number {
  if (
    !Number.isSafeInteger(offset) ||
    !Number.isSafeInteger(length) ||
    offset < 0 ||
    length < 0 ||
    offset > size
  ) {
    throw new TdfError('source.out_of_range', `cannot read ${length} bytes at ${offset} of ${size}`);
  }
  return Math.min(size, offset + length);
}

/** A source over bytes in memory. It returns copies, so that callers cannot change the original. */
export function bytesSource(bytes: Bytes): ByteSource {
  return {
    size: bytes.length,
    async peek(offset, length) {
      return bytes.subarray(offset, endOfRead(bytes.length, offset, length));
    },
    async read(offset, length, signal) {
      throwIfAborted(signal);
      return new Uint8Array(bytes.subarray(offset, endOfRead(bytes.length, offset, length)));
    },
  };
}

/** A source over a Blob or File. The browser reads only the requested part. */
export function blobSource(blob: Blob): ByteSource {
  return {
    size: blob.size,
    async read(offset, length, signal) {
      const end = endOfRead(blob.size, offset, length);
      throwIfAborted(signal);
      const part = await blob.slice(offset, end).arrayBuffer();
      throwIfAborted(signal);
      return new Uint8Array(part);
    },
  };
}

/** Peeks at a complete range. @throws TdfError `tdf.truncated` if the source returns less. */
export async function peekExactly(
  source: ByteSource,
  offset: number,
  length: number,
  signal?: AbortSignal,
): Promise<Bytes> {
  if (offset + length > source.size) {
    throw new TdfError('tdf.truncated', `the file ends at ${source.size}, before ${offset + length}`);
  }
  const bytes = await (source.peek
    ? source.peek(offset, length, signal)
    : source.read(offset, length, signal));
  if (bytes.length !== length) {
    throw new TdfError('tdf.truncated', `got ${bytes.length} of ${length} bytes at ${offset}`);
  }
  return bytes;
}
