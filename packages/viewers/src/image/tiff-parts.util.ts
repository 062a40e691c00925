import UTIF from 'utif2';
import { ViewerError } from '../viewer/viewer.types.ts';
import type { TiffPage } from './tiff-page.util.ts';
import type { TiffRows, TiffSampleFormat } from './tiff-samples.rules.ts';

/** Limit of one unpacked part; parts are unpacked as a whole. */
const maxPartBytes = 128 * 1024 * 1024;
/** Target size of the parts into which uncompressed rows are divided. */
const targetPartBytes = 4 * 1024 * 1024;
const maxReadBytes = 1024 * 1024;

const uncompressed = 1;
const oldJpeg = 6;
const newJpeg = 7;

const strideOf = ({ partWidth, bits, samples, isPlanar }: TiffPage) =>
  Math.ceil((partWidth * bits * (isPlanar ? 1 : samples)) / 8);

/** Divides a picture that is stored uncompressed in one part into several parts. */
export function splitIntoParts(page: TiffPage): TiffPage {
  const stride = strideOf(page);
  const rows = Math.max(1, Math.floor(targetPartBytes / stride));
  const planes = page.isPlanar ? page.samples : 1;
  if (page.compression !== uncompressed || page.partWidth !== page.width || page.offsets.length !== planes)
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
export const sampleFormatOf = (page: TiffPage): TiffSampleFormat =>
  page.compression === newJpeg || page.compression === oldJpeg
    ? { ...page, photometric: 2, samples: 3, bits: 8, isPlanar: false, alpha: 0 }
    : page;

async function readBytes({ size, read }: PartSource, offset: number, length: number): Promise<Uint8Array> {
  const result = new Uint8Array(Math.max(0, Math.min(length, size - offset)));
  for (let at = 0; at < result.length; at += maxReadBytes) {
    result.set(await read(offset + at, Math.min(maxReadBytes, result.length - at)), at);
  }
  return result;
}

function jpegRows(bytes: Uint8Array, { jpegTables, photometric }: TiffPage): TiffRows {
  // JPEG tables shared by all parts are stored separately. Their end marker and the start marker of the part
  // are dropped when both are joined.
  const sharedTables = jpegTables.slice(0, -2);
  const jpeg = Uint8Array.from([...sharedTables, ...(sharedTables.length > 0 ? [] : bytes.subarray(0, 2))]);
  const result = new Uint8Array(jpeg.length + bytes.length - 2);
  result.set(jpeg);
  result.set(bytes.subarray(2), jpeg.length);
  const decoder = new UTIF.JpegDecoder({ w: photometric === 2 ? 0 : -1 });
  decoder.parse(result);
  const { width, height } = decoder;
  const data = decoder.getData({ width, height, forceRGB: true, isSourcePDF: false });
  const plane = new Uint8Array(data.buffer, data.byteOffset, data.length);
  return { width, planes: [plane], stride: width * 3, isLittleEndian: true };
}

function unpack(bytes: Uint8Array, page: TiffPage, isLittleEndian: boolean): Uint8Array {
  const { partWidth, partHeight, bits, samples, isPlanar, predictor, faxOptions } = page;
  const stride = strideOf(page);
  if (stride * partHeight > maxPartBytes) throw new ViewerError('tooLarge');
  const target = new Uint8Array(stride * partHeight);
  const tags = {
    isLE: isLittleEndian,
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

const supportedCompressions = new Set([1, 2, 3, 4, 5, oldJpeg, newJpeg, 8, 32_946, 32_773, 32_809]);

/**
 * Reads and unpacks one part; null where it is missing or damaged.
 * @throws ViewerError `imageFailed` or `tooLarge`
 */
export async function readPart(
  source: PartSource,
  page: TiffPage,
  {
    index,
    parts,
    isLittleEndian,
  }: { readonly index: number; readonly parts: number; readonly isLittleEndian: boolean },
): Promise<TiffRows | null> {
  if (!supportedCompressions.has(page.compression) || page.predictor === 3)
    throw new ViewerError('imageFailed');
  const isJpeg = page.compression === oldJpeg || page.compression === newJpeg;
  const planes: Uint8Array[] = [];
  for (let plane = 0; plane < (page.isPlanar && !isJpeg ? page.samples : 1); plane += 1) {
    const at = plane * parts + index;
    const [offset, length = maxPartBytes] = [page.offsets[at], page.lengths[at]];
    if (offset === undefined || offset >= source.size) return null;
    if (length > maxPartBytes) throw new ViewerError('tooLarge');
    const bytes = await readBytes(source, offset, length);
    try {
      if (isJpeg) return jpegRows(bytes, page);
      planes.push(unpack(bytes, page, isLittleEndian));
    } catch (error) {
      if (error instanceof ViewerError) throw error;
      return null;
    }
  }
  return { width: page.partWidth, planes, stride: strideOf(page), isLittleEndian };
}
