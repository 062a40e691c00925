/** The bytes from `start` up to `end`, exclusive. */
export type ByteRange = { readonly start: number; readonly end: number };

/**
 * Parses a `Range` header for content of a given size; without a header the whole content. Null for an
 * unsatisfiable range and for multiple ranges, which no player requests (RFC 9110, section 14).
 */
export function parseRange(header: string | null, size: number): ByteRange | null {
  if (header === null) return { start: 0, end: size };
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header.trim()) ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return null;
  const [first, last] = [Number(from), to === '' ? size - 1 : Math.min(Number(to), size - 1)];
  if (from === '') {
    const length = Math.min(Number(to), size);
    return length === 0 ? null : { start: size - length, end: size };
  }
  return first > last ? null : { start: first, end: last + 1 };
}

/** The best end of a read from `at`: a block boundary, so that no block is decrypted twice. */
export const chunkEnd = (at: number, { end }: ByteRange, blockSize: number): number =>
  Math.min(end, (Math.floor(at / blockSize) + 1) * blockSize);
