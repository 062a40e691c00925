/** Bytes `start` to before `end`. */
export type ByteRange = { readonly start: number; readonly end: number };

/**
 * What a `Range` header asks of so many bytes; without one all of them. Null where nothing of it is there, and for several
 * ranges at once, which no player asks for (RFC 9110, section 14).
 */
export function rangeOf(header: string | null, size: number): ByteRange | null {
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

/** Where a read that goes on from `at` ends best: at the end of a block, so that no block is decrypted twice. */
export const pieceEnd = (at: number, { end }: ByteRange, blockSize: number): number =>
  Math.min(end, (Math.floor(at / blockSize) + 1) * blockSize);
