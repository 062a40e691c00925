import UTIF from 'utif2';
import { ViewerError } from '../viewer.types.ts';
import type { TiffPage } from './tiff-page.adapter.ts';
import type { TiffLook, TiffRows } from './tiff-samples.rules.ts';

/** Limit of one unpacked part; parts are unpacked as a whole. */
const mostOfPart = 128 * 1024 * 1024;
/** Target size of the parts into which uncompressed rows are divided. */
const piece = 4 * 1024 * 1024;
const readAtOnce = 1024 * 1024;

const unpacked = 1;
const oldJpeg = 6;
const newJpeg = 7;

const strideOf = ({ partWidth, bits, samples, isPlanar }: TiffPage) =>
  Math.ceil((partWidth * bits * (isPlanar ? 1 : samples)) / 8);

/** Divides a picture that is stored uncompressed in one part into several parts. */
export function inParts(page: TiffPage): TiffPage {
  const stride = strideOf(page);
  const rows = Math.max(1, Math.floor(piece / stride));
  const planes = page.isPlanar ? page.samples : 1;
  if (page.compression !== unpacked || page.partWidth !== page.width || page.offsets.length !== planes)
    return page;
  if (page.partHeight < page.height || rows >= page.height) return page;
  const parts = Math.ceil(page.height / rows);
  return {
    ...page,
    partHeight: rows,
    offsets: page.offsets.flatMap((offset) =>
      Array.from({ length: parts }, (_, index) => offset + index * rows * stride),
    ),
    lengths: page.offsets.flatMap(() =>
      Array.from({ length: parts }, (_, index) => Math.min(rows, page.height - index * rows) * stride),
    ),
  };
}

/** The format of the samples after decompression: JPEG yields RGB. */
export const lookOf = (page: TiffPage): TiffLook =>
  page.compression === newJpeg || page.compression === oldJpeg
    ? { ...page, photometric: 2, samples: 3, bits: 8, isPlanar: false, alpha: 0 }
    : page;

async function bytesOf({ size, read }: PartSource, offset: number, length: number): Promise<Uint8Array> {
  const whole = new Uint8Array(Math.max(0, Math.min(length, size - offset)));
  for (let at = 0; at < whole.length; at += readAtOnce) {
    whole.set(await read(offset + at, Math.min(readAtOnce, whole.length - at)), at);
  }
  return whole;
}

function jpegRows(bytes: Uint8Array, { jpegTables, photometric }: TiffPage): TiffRows {
  // JPEG tables shared by all parts are stored separately. Their end marker and the start marker of the part
  // are dropped when both are joined.
  const shared = jpegTables.slice(0, -2);
  const jpeg = Uint8Array.from([...shared, ...(shared.length > 0 ? [] : bytes.subarray(0, 2))]);
  const whole = new Uint8Array(jpeg.length + bytes.length - 2);
  whole.set(jpeg);
  whole.set(bytes.subarray(2), jpeg.length);
  const decoder = new UTIF.JpegDecoder({ w: photometric === 2 ? 0 : -1 });
  decoder.parse(whole);
  const { width, height } = decoder;
  const data = decoder.getData({ width, height, forceRGB: true, isSourcePDF: false });
  const plane = new Uint8Array(data.buffer, data.byteOffset, data.length);
  return { width, planes: [plane], stride: width * 3, isLittle: true };
}

function unpack(bytes: Uint8Array, page: TiffPage, isLittle: boolean): Uint8Array {
  const { partWidth, partHeight, bits, samples, isPlanar, predictor, faxOptions } = page;
  const stride = strideOf(page);
  if (stride * partHeight > mostOfPart) throw new ViewerError('tooLarge');
  const target = new Uint8Array(stride * partHeight);
  const tags = {
    isLE: isLittle,
    t258: [bits],
    t262: [page.photometric],
    t277: [isPlanar ? 1 : samples],
    t292: [faxOptions],
    t317: [predictor],
  };
  // oxlint-disable-next-line no-underscore-dangle -- the library has no public function for a single part
  UTIF.decode._decompress(
    tags,
    [],
    bytes,
    0,
    bytes.length,
    page.compression,
    target,
    0,
    page.fillOrder,
    partWidth,
    partHeight,
  );
  return target;
}

/** The document with read-ahead, as parts are usually read in sequence. */
export type PartSource = {
  readonly size: number;
  readonly read: (offset: number, length: number) => Promise<Uint8Array>;
};

const known = new Set([1, 2, 3, 4, 5, oldJpeg, newJpeg, 8, 32_946, 32_773, 32_809]);

/**
 * Reads and unpacks one part; null where it is missing or damaged.
 * @throws ViewerError `imageFailed` or `tooLarge`
 */
export async function readPart(
  source: PartSource,
  page: TiffPage,
  { index, parts, isLittle }: { readonly index: number; readonly parts: number; readonly isLittle: boolean },
): Promise<TiffRows | null> {
  if (!known.has(page.compression) || page.predictor === 3) throw new ViewerError('imageFailed');
  const isJpeg = page.compression === oldJpeg || page.compression === newJpeg;
  const planes: Uint8Array[] = [];
  for (let plane = 0; plane < (page.isPlanar && !isJpeg ? page.samples : 1); plane += 1) {
    const at = plane * parts + index;
    const [offset, length = mostOfPart] = [page.offsets[at], page.lengths[at]];
    if (offset === undefined || offset >= source.size) return null;
    if (length > mostOfPart) throw new ViewerError('tooLarge');
    const bytes = await bytesOf(source, offset, length);
    try {
      if (isJpeg) return jpegRows(bytes, page);
      planes.push(unpack(bytes, page, isLittle));
    } catch (error) {
      if (error instanceof ViewerError) throw error;
      return null;
    }
  }
  return { width: page.partWidth, planes, stride: strideOf(page), isLittle };
}
