import { crc32 } from '../archive/seven-zip-writer.rules.ts';
import { dataViewOf } from '../format/data-view.util.ts';
import { inflateDamaged } from '../image/inflate-damaged.util.ts';
import { type PngFormat, rowBytes } from '../image/png-rows.rules.ts';

/** The first bytes of each PNG. */
export const pngSignature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

const chunkHeadBytes = 8;
const chunkFrameBytes = 12;
const headerDataBytes = 13;
/** Pictures with more decoded bytes are left as they are: nothing in a document needs them, and decoding takes memory. */
const maxDecodedBytes = 256 * 1024 * 1024;
const maxSide = 1_000_000;
const lastFilter = 4;
/** The depths of each type of colour (PNG, 11.2.1). */
const depths: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};
const paletteColorType = 3;
/** The seven passes of Adam7: the first column and row, and the distances of the next ones. */
const interlacedPasses = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;
/** Small chunks before the pixels that change how they are drawn. */
const keptChunks: ReadonlySet<string> = new Set(['PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'pHYs', 'bKGD']);

type Chunk = {
  readonly type: string;
  readonly data: Uint8Array;
  /** The chunk with its length and checksum. */
  readonly whole: Uint8Array;
  readonly isIntact: boolean;
};

/** The chunks of a PNG, the last one as far as it exists. */
function readChunks(png: Uint8Array): readonly Chunk[] {
  const view = dataViewOf(png);
  const chunks: Chunk[] = [];
  for (let at = pngSignature.length; at + chunkHeadBytes < png.length; ) {
    const length = view.getUint32(at);
    const dataAt = at + chunkHeadBytes;
    const end = dataAt + length;
    const isComplete = end + 4 <= png.length;
    const type = String.fromCharCode(...png.subarray(at + 4, dataAt));
    chunks.push({
      type,
      data: png.subarray(dataAt, Math.min(end, png.length)),
      whole: png.subarray(at, end + 4),
      isIntact: isComplete && crc32(png.subarray(at + 4, end)) === view.getUint32(end),
    });
    if (!isComplete || type === 'IEND') break;
    at = end + 4;
  }
  return chunks;
}

/**
 * The place after the last chunk of a PNG that begins at `start`, or null if its end is missing. Checksums do not matter.
 */
export function pngEnd(bytes: Uint8Array, start: number): number | null {
  const view = dataViewOf(bytes);
  for (let at = start + pngSignature.length; at + chunkFrameBytes <= bytes.length; ) {
    const next = at + chunkFrameBytes + view.getUint32(at);
    if (next > bytes.length) return null;
    if (String.fromCharCode(...bytes.subarray(at + 4, at + 8)) === 'IEND') return next;
    at = next;
  }
  return null;
}

type Layout = PngFormat & { readonly isInterlaced: boolean; readonly header: Uint8Array };

function layoutOf(chunks: readonly Chunk[]): Layout | null {
  const [first] = chunks;
  if (first?.type !== 'IHDR' || !first.isIntact || first.data.length !== headerDataBytes) return null;
  const view = dataViewOf(first.data);
  const [width, height] = [view.getUint32(0), view.getUint32(4)];
  const [depth = 0, colorType = 0, compression, filter, interlace = 0] = first.data.subarray(8);
  const palette = chunks.find(({ type, isIntact }) => type === 'PLTE' && isIntact)?.data ?? new Uint8Array();
  const isValid =
    Math.min(width, height) > 0 &&
    Math.max(width, height) <= maxSide &&
    depths[colorType]?.includes(depth) &&
    compression === 0 &&
    filter === 0 &&
    interlace <= 1 &&
    (colorType !== paletteColorType || palette.length >= 3);
  if (!isValid) return null;
  return {
    width,
    height,
    depth,
    colorType,
    palette,
    transparency: new Uint8Array(),
    isInterlaced: interlace === 1,
    header: first.data,
  };
}

/** The numbers of rows of equal length, in their order, with the filter byte of each row. */
function rowsOf(layout: Layout): readonly { readonly bytes: number; readonly count: number }[] {
  const { width, height, isInterlaced } = layout;
  if (!isInterlaced) return [{ bytes: 1 + rowBytes(layout), count: height }];
  return interlacedPasses
    .map(([x, y, stepX, stepY]) => ({
      width: Math.max(0, Math.ceil((width - x) / stepX)),
      count: Math.max(0, Math.ceil((height - y) / stepY)),
    }))
    .filter((pass) => pass.width > 0 && pass.count > 0)
    .map((pass) => ({ bytes: 1 + rowBytes({ ...layout, width: pass.width }), count: pass.count }));
}

/**
 * Unpacks until the result is full, the data end or they are damaged.
 * @returns the number of unpacked bytes.
 */
async function inflateInto(result: Uint8Array, parts: readonly Uint8Array[]): Promise<number> {
  let unpacked = 0;
  for await (const bytes of inflateDamaged(parts)) {
    result.set(bytes.subarray(0, result.length - unpacked), unpacked);
    unpacked += bytes.length;
    if (unpacked >= result.length) return result.length;
  }
  return unpacked;
}

/** Clears the rows from the first one that is incomplete or has an unknown filter. Returns whether there was one. */
function clearDamagedRows(pixels: Uint8Array, size: number, layout: Layout): boolean {
  let at = 0;
  for (const { bytes, count } of rowsOf(layout)) {
    for (let row = 0; row < count; row += 1, at += bytes) {
      if (at + bytes > size || (pixels[at] ?? 0) > lastFilter) {
        pixels.fill(0, at);
        return true;
      }
    }
  }
  return false;
}

function chunkOf(type: string, data: Uint8Array): Uint8Array {
  const whole = new Uint8Array(chunkFrameBytes + data.length);
  const view = dataViewOf(whole);
  view.setUint32(0, data.length);
  whole.set(new TextEncoder().encode(type), 4);
  whole.set(data, chunkHeadBytes);
  view.setUint32(chunkHeadBytes + data.length, crc32(whole.subarray(4, chunkHeadBytes + data.length)));
  return whole;
}

async function joinPng(
  header: Uint8Array,
  pixels: Uint8Array<ArrayBuffer>,
  more: readonly Uint8Array[],
): Promise<Uint8Array<ArrayBuffer>> {
  const packed = new Blob([pixels]).stream().pipeThrough(new CompressionStream('deflate'));
  const data = new Uint8Array(await new Response(packed).arrayBuffer());
  const parts = [
    pngSignature,
    chunkOf('IHDR', header),
    ...more,
    chunkOf('IDAT', data),
    chunkOf('IEND', new Uint8Array()),
  ];
  return new Uint8Array(await new Blob(parts.map((part) => Uint8Array.from(part))).arrayBuffer());
}

/** A PNG of one transparent pixel. */
export function transparentPng(): Promise<Uint8Array<ArrayBuffer>> {
  return joinPng(Uint8Array.of(0, 0, 0, 1, 0, 0, 0, 1, 8, 4, 0, 0, 0), new Uint8Array(3), []);
}

/**
 * Makes a valid picture of a damaged or cut one: the rows before the damage, and empty ones. Without a valid header it becomes
 * one transparent pixel.
 * @param png - bytes that begin with the signature.
 * @returns null for an intact picture. Damage that PNG readers ignore does not count: checksums of optional chunks and of the
 * pixels' compression.
 */
export async function repairPng(png: Uint8Array): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks = readChunks(png);
  const layout = layoutOf(chunks);
  if (!layout) return transparentPng();
  const decodedBytes = rowsOf(layout).reduce((sum, { bytes, count }) => sum + bytes * count, 0);
  if (decodedBytes > maxDecodedBytes) return null;
  const pixels = new Uint8Array(decodedBytes);
  const dataChunks = chunks.filter(({ type }) => type === 'IDAT');
  const size = await inflateInto(
    pixels,
    dataChunks.map(({ data }) => data),
  );
  const isCritical = ({ type }: Chunk) => /^[A-Z]/.test(type);
  const areChunksIntact =
    chunks.at(-1)?.type === 'IEND' && chunks.every((chunk) => chunk.isIntact || !isCritical(chunk));
  const areRowsDamaged = clearDamagedRows(pixels, size, layout);
  if (areChunksIntact && !areRowsDamaged) return null;
  const kept = chunks.filter(({ type, isIntact }) => keptChunks.has(type) && isIntact);
  return joinPng(
    layout.header,
    pixels,
    kept.map(({ whole }) => whole),
  );
}
