import type { FrameSource } from '../frame/frame.types.ts';
import { ViewerError } from '../viewer/viewer.types.ts';
import { createBufferedReader } from './buffered-reader.util.ts';
import { createDownscaler, withoutUpscaling } from './downscale.rules.ts';
import type { PicturePart, PixelPictures } from './picture.types.ts';
import { readDirectories, type TiffDirectory } from './tiff-directory.util.ts';
import { isAuxiliary, readPage, type TiffPage } from './tiff-page.util.ts';
import { readPart, sampleFormatOf, splitIntoParts } from './tiff-parts.util.ts';
import { createTiffPainter, type TiffRows } from './tiff-samples.rules.ts';

/** More pixels take minutes. */
const maxPixels = 1_500_000_000;
const minProgressStep = 0.01;
/** Strips often have only a few rows: for a whole page many are read at once. */
const readAheadBytes = 2 * 1024 * 1024;

/** Decodes a TIFF part by part: one row of parts and the reduced picture are in memory, whatever its size. */
export async function openTiff(
  source: FrameSource,
  onProgress: (share: number) => void,
): Promise<PixelPictures> {
  const { isLittleEndian, directories } = await readDirectories(source);
  const mainDirectories: TiffDirectory[] = [];
  for (const directory of directories) if (!(await isAuxiliary(directory))) mainDirectories.push(directory);
  const shown = mainDirectories.length > 0 ? mainDirectories : directories;
  const pages = new Map<number, Promise<TiffPage>>();
  const pageAt = (index: number) => {
    const directory = shown[index];
    if (!directory) throw new ViewerError('imageFailed');
    const page = pages.get(index) ?? readPage(directory).then(splitIntoParts);
    pages.set(index, page);
    return page;
  };
  return {
    count: shown.length,
    async facts(index) {
      const page = await pageAt(index);
      const { width, height, aspect, orientation, offsets, lengths } = page;
      if (width * height > maxPixels) throw new ViewerError('tooLarge');
      return {
        size: { width, height: height * aspect },
        maxScale: 1,
        isTruncated: offsets.some((offset, at) => offset + (lengths[at] ?? 0) > source.size),
        orientation,
      };
    },
    async pixels(index, part) {
      const page = await pageAt(index);
      // Non-square pixels are stretched vertically.
      const { top, height } = part;
      const stored = withoutUpscaling({ ...part, top: top / page.aspect, height: height / page.aspect });
      const pixels = await paintPage({ source, page, isLittleEndian, onProgress }, stored);
      return stretchRows(pixels, stored, part.pixelHeight);
    },
  };
}

type Painting = {
  readonly source: FrameSource;
  readonly page: TiffPage;
  readonly isLittleEndian: boolean;
  readonly onProgress: (share: number) => void;
};

async function paintPage(
  { source, page, isLittleEndian, onProgress }: Painting,
  part: PicturePart,
): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height, partWidth, partHeight } = page;
  const partsAcross = Math.ceil(width / partWidth);
  const partsDown = Math.ceil(height / partHeight);
  const reduction = createDownscaler(part);
  const paint = createTiffPainter(sampleFormatOf(page));
  const firstBand = Math.max(0, Math.floor(part.top / partHeight));
  const lastBand = Math.min(partsDown - 1, Math.floor((part.top + part.height - 0.001) / partHeight));
  const firstPart = Math.max(0, Math.floor(part.left / partWidth));
  const lastPart = Math.min(partsAcross - 1, Math.floor((part.left + part.width - 0.001) / partWidth));
  const isWhole = part.width * part.height > (width * height) / 2;
  const parts = { size: source.size, read: createBufferedReader(source, isWhole ? readAheadBytes : 0) };
  let painted = 0;
  let lastShare = 0;
  for (let band = firstBand; band <= lastBand; band += 1) {
    const columns = new Map<number, { readonly rows: TiffRows; readonly pixels: Uint8Array }>();
    for (let column = firstPart; column <= lastPart; column += 1) {
      const rows = await readPart(parts, page, {
        index: band * partsAcross + column,
        parts: partsAcross * partsDown,
        isLittleEndian,
      });
      if (rows) columns.set(column, { rows, pixels: new Uint8Array(rows.width * 4) });
    }
    painted += columns.size;
    const bandHeight = Math.min(partHeight, height - band * partHeight);
    for (let row = 0; row < bandHeight; row += 1) {
      const y = band * partHeight + row;
      if (y < part.top || y >= part.top + part.height) continue;
      for (const [column, { rows, pixels }] of columns) {
        paint(rows, row, pixels);
        const left = column * partWidth;
        const mainDirectories = Math.min(rows.width, width - left);
        reduction.push({ y, left, pixels: pixels.subarray(0, mainDirectories * 4) });
      }
    }
    const share = (band + 1 - firstBand) / (lastBand + 1 - firstBand);
    if (share >= lastShare + minProgressStep) {
      lastShare = share;
      onProgress(share);
    }
  }
  if (painted === 0) throw new ViewerError('imageFailed');
  return reduction.finish();
}

/** Repeats rows where more are requested than exist. */
function stretchRows(pixels: Uint8Array<ArrayBuffer>, part: PicturePart, targetHeight: number) {
  const stride = part.pixelWidth * 4;
  if (part.pixelHeight === targetHeight) return pixels;
  const result = new Uint8Array(targetHeight * stride);
  for (let y = 0; y < targetHeight; y += 1) {
    const from = Math.floor((y * part.pixelHeight) / targetHeight) * stride;
    result.set(pixels.subarray(from, from + stride), y * stride);
  }
  return result;
}
