import type { FrameSource } from '../frame/frame.types.ts';

/**
 * Creates a buffered reader: it reads at least `windowBytes` at once and serves adjacent reads from the
 * buffer.
 */
export function createReader(source: FrameSource, window: number) {
  let held = new Uint8Array();
  let start = 0;
  /** Returns fewer bytes at the end of the file. */
  return async (offset: number, length: number): Promise<Uint8Array<ArrayBuffer>> => {
    if (offset < start || offset + length > start + held.length) {
      const wanted = Math.min(Math.max(length, window), source.size - offset);
      held = wanted > 0 ? await source.read(offset, wanted) : new Uint8Array();
      start = offset;
    }
    return held.subarray(offset - start, offset - start + length);
  };
}
