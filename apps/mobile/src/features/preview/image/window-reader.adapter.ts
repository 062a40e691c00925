import type { FrameSource } from '../frame/frame.types.ts';

/** Reads at least so many bytes at once, and keeps them for what is read next to them. */
export function createReader(source: FrameSource, window: number) {
  let held = new Uint8Array();
  let start = 0;
  /** Fewer bytes than asked for at the end. */
  return async (offset: number, length: number): Promise<Uint8Array<ArrayBuffer>> => {
    if (offset < start || offset + length > start + held.length) {
      const wanted = Math.min(Math.max(length, window), source.size - offset);
      held = wanted > 0 ? await source.read(offset, wanted) : new Uint8Array();
      start = offset;
    }
    return held.subarray(offset - start, offset - start + length);
  };
}
