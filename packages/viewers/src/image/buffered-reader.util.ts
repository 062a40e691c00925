import type { FrameSource } from '../frame/frame.types.ts';

/**
 * Creates a buffered reader: it reads at least `windowBytes` at once and serves adjacent reads from the
 * buffer.
 */
export function createBufferedReader(source: FrameSource, windowBytes: number) {
  let buffer = new Uint8Array();
  let start = 0;
  /** Returns fewer bytes at the end of the file. */
  return async (offset: number, length: number): Promise<Uint8Array<ArrayBuffer>> => {
    if (offset < start || offset + length > start + buffer.length) {
      const readBytes = Math.min(Math.max(length, windowBytes), source.size - offset);
      buffer = readBytes > 0 ? await source.read(offset, readBytes) : new Uint8Array();
      start = offset;
    }
    return buffer.subarray(offset - start, offset - start + length);
  };
}
