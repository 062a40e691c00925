import { createMqDecoder } from './mq-decoder.rules.ts';

/** A black-and-white bitmap with one byte per pixel; 1 is black. */
export type Bitmap = { readonly width: number; readonly height: number; readonly pixels: Uint8Array };

type PixelOffset = readonly [number, number];

/** The offsets of a row of pixels, from the left to the right. */
const row = (y: number, left: number, right: number): readonly PixelOffset[] =>
  Array.from({ length: right - left + 1 }, (_, index) => [left + index, y]);

// The neighbouring pixels that form the context (ITU-T T.88, 6.2.5.3), highest bit first; null is replaced by
// the next adaptive pixel of the segment.
const templates: readonly (readonly (PixelOffset | null)[])[] = [
  [null, ...row(-2, -1, 1), null, null, ...row(-1, -2, 2), null, ...row(0, -4, -1)],
  [...row(-2, -1, 2), ...row(-1, -2, 2), null, ...row(0, -3, -1)],
  [...row(-2, -1, 1), ...row(-1, -2, 1), null, ...row(0, -2, -1)],
  [...row(-1, -3, 1), null, ...row(0, -4, -1)],
];
// The order of the adaptive pixels in the bits of the context: in template 0 the fourth comes first.
const adaptiveOrder: readonly (readonly number[])[] = [[3, 2, 1, 0], [0], [0], [0]];
const repeatContexts = [0x9b25, 0x0795, 0x00e5, 0x0195];

/** Limit of the pixels of all regions together: a large sheet at the resolution of office scanners. */
const maxPixels = 40_000_000;

function genericRegion(
  data: Uint8Array,
  size: { readonly width: number; readonly height: number },
): Bitmap | null {
  const { width, height } = size;
  const flags = data[0] ?? 0;
  // MMR coding, a different method, which writers of these documents do not use.
  if ((flags & 1) !== 0) return null;
  const number = (flags >> 1) & 3;
  const order = adaptiveOrder[number] ?? [];
  const signed = (at: number) => ((data[at] ?? 0) << 24) >> 24;
  const adaptivePixels = order.map((index): PixelOffset => [signed(1 + 2 * index), signed(2 + 2 * index)]);
  const contextPixels = (templates[number] ?? []).map(
    (pixel): PixelOffset => pixel ?? adaptivePixels.shift() ?? [0, -1],
  );
  const decode = createMqDecoder(data.subarray(1 + 2 * order.length));
  const contexts = new Uint8Array(1 << 16);
  const pixels = new Uint8Array(width * height);
  let isRepeated = false;
  for (let y = 0; y < height; y += 1) {
    const row = y * width;
    if ((flags & 8) !== 0) {
      if (decode(contexts, repeatContexts[number] ?? 0) === 1) isRepeated = !isRepeated;
      if (isRepeated) {
        if (y > 0) pixels.copyWithin(row, row - width, row);
        continue;
      }
    }
    for (let x = 0; x < width; x += 1) {
      let context = 0;
      for (const [dx, dy] of contextPixels) {
        const [left, top] = [x + dx, y + dy];
        const pixel = left < 0 || left >= width || top < 0 ? 0 : (pixels[top * width + left] ?? 0);
        context = (context << 1) | pixel;
      }
      pixels[row + x] = decode(contexts, context);
    }
  }
  return { width, height, pixels };
}

const signature = '\x97JB2\r\n\x1a\n';
export const isJbig2 = (bytes: Uint8Array) => String.fromCharCode(...bytes.subarray(0, 8)) === signature;

const pageInformation = 48;
const genericRegions = new Set([36, 38, 39]);

/**
 * Decodes the first page of a JBIG2 file that consists of generic regions, the form in which invoices contain
 * their codes. Null where it uses symbols, halftones or MMR.
 */
export function readJbig2(bytes: Uint8Array): Bitmap | null {
  if (!isJbig2(bytes)) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // The number of pages is omitted where it was unknown to the writer.
  let at = (bytes[8] ?? 0) & 2 ? 9 : 13;
  let page: Bitmap | null = null;
  let left = maxPixels;
  const isWithinLimit = (width: number, height: number) => {
    left -= width * height;
    return left >= 0;
  };
  while (at + 11 <= bytes.length) {
    const type = (bytes[at + 4] ?? 0) & 0x3f;
    const hasLongPageNumber = ((bytes[at + 4] ?? 0) & 0x40) !== 0;
    const references = (bytes[at + 5] ?? 0) >> 5;
    if (references === 7) return null;
    const head = 6 + references + (hasLongPageNumber ? 4 : 1);
    const length = view.getUint32(at + head);
    const from = at + head + 4;
    if (length === 0xffffffff) return null;
    const data = bytes.subarray(from, from + length);
    if (type === pageInformation) {
      const [width, height] = [view.getUint32(from), view.getUint32(from + 4)];
      if (page || !isWithinLimit(width, height)) return null;
      page = { width, height, pixels: new Uint8Array(width * height).fill(((data[16] ?? 0) >> 2) & 1) };
    } else if (genericRegions.has(type) && page) {
      const size = { width: view.getUint32(from), height: view.getUint32(from + 4) };
      if (!isWithinLimit(size.width, size.height)) return null;
      const region = genericRegion(data.subarray(17), size);
      if (!region) return null;
      combine(page, region, {
        x: view.getUint32(from + 8),
        y: view.getUint32(from + 12),
        operator: (data[16] ?? 0) & 7,
      });
    } else if (type < 48 && type !== 0) return null;
    at = from + length;
  }
  return page;
}

function combine(
  page: Bitmap,
  region: Bitmap,
  { x, y, operator }: { readonly x: number; readonly y: number; readonly operator: number },
) {
  for (let row = 0; row < region.height && y + row < page.height; row += 1) {
    for (let column = 0; column < region.width && x + column < page.width; column += 1) {
      const to = (y + row) * page.width + x + column;
      const pixel = region.pixels[row * region.width + column] ?? 0;
      const pagePixel = page.pixels[to] ?? 0;
      page.pixels[to] =
        [pagePixel | pixel, pagePixel & pixel, pagePixel ^ pixel, 1 - (pagePixel ^ pixel), pixel][operator] ??
        pixel;
    }
  }
}
