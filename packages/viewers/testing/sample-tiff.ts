/** A TIFF page with its tags and its strips. */
export type SamplePage = {
  readonly tags: Readonly<Record<number, readonly number[]>>;
  readonly parts: readonly Uint8Array[];
};

const offsets = 273;
const lengths = 279;

/** Writes a little-endian TIFF with all values as LONG. */
export function sampleTiff(pages: readonly SamplePage[]): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [0x49, 0x49, 42, 0];
  const long = (value: number) => [value & 255, (value >> 8) & 255, (value >> 16) & 255, value >>> 24];
  const short = (value: number) => [value & 255, value >> 8];
  const set = (at: number, value: number) => bytes.splice(at, 4, ...long(value));
  let next = 4;
  bytes.push(...long(0));
  for (const { tags, parts } of pages) {
    const places = parts.map((part) => {
      const place = bytes.length;
      bytes.push(...part);
      return place;
    });
    const all: Record<number, readonly number[]> = {
      ...tags,
      [offsets]: places,
      [lengths]: parts.map(({ length }) => length),
    };
    const entries: number[] = [];
    for (const [tag, list] of Object.entries(all)) {
      const place = bytes.length;
      if (list.length > 1) bytes.push(...list.flatMap(long));
      const field = list.length > 1 ? place : (list[0] ?? 0);
      entries.push(...short(Number(tag)), ...short(4), ...long(list.length), ...long(field));
    }
    set(next, bytes.length);
    bytes.push(...short(entries.length / 12), ...entries);
    next = bytes.length;
    bytes.push(...long(0));
  }
  return Uint8Array.from(bytes);
}

/** A page in one shade of grey with eight bits per pixel and one row per strip. */
export const greyPage = (width: number, height: number, grey: number): SamplePage => ({
  tags: { 256: [width], 257: [height], 258: [8], 259: [1], 262: [1], 277: [1], 278: [1] },
  parts: Array.from({ length: height }, () => new Uint8Array(width).fill(grey)),
});
