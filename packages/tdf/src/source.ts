import { type Bytes, throwIfAborted } from './bytes.ts';
import { TdfError } from './error.ts';

/**
 * Bytes of a known size that can be read anywhere: a plain file, a download in progress, an HTTP range and a protected
 * document are all one of these, and a viewer takes nothing else.
 */
export interface ByteSource {
  /** In bytes. */
  readonly size: number;
  /**
   * Reads `length` bytes from `offset`, fewer only where the source ends before. The caller owns what it gets.
   * @throws TdfError `source.out_of_range` where the range starts outside of the source; the signal's reason on abort.
   */
  read(offset: number, length: number, signal?: AbortSignal): Promise<Bytes>;
  /** As `read`, but what comes back may be a view of bytes that the source keeps: to look at, never to hand on. */
  peek?(offset: number, length: number, signal?: AbortSignal): Promise<Bytes>;
  /** Reads of just this many bytes, at multiples of it, cost least. */
  readonly blockSize?: number;
}

/** Where a read ends, after checking that it may begin. Offsets are exact integers or an error, never rounded. */
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

/** A source over bytes in memory. What it hands out is a copy, so that nobody changes the original. */
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

/** A source over a Blob or File; the browser reads only the part asked for. */
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

/** Looks at a range and insists on all of it. @throws TdfError `tdf.truncated` where the source gives less. */
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
