import type { FrameSource } from '../frame/frame.types.ts';
import { ViewerError } from '../viewer.types.ts';
import type { PicturePart, PixelPictures } from './picture.types.ts';
import { createReduction, noFiner } from './reduction.rules.ts';
import { type Directory, readDirectories } from './tiff-directory.adapter.ts';
import { isExtra, readPage, type TiffPage } from './tiff-page.adapter.ts';
import { inParts, lookOf, readPart } from './tiff-parts.adapter.ts';
import { type TiffRows, tiffPainter } from './tiff-samples.rules.ts';
import { createReader } from './window-reader.adapter.ts';

/** More pixels take minutes. */
const mostPixels = 1_500_000_000;
const leastTold = 0.01;
/** Strips often have only a few rows: for a whole page many are read at once. */
const readAhead = 2 * 1024 * 1024;

/** Decodes a TIFF part by part: one row of parts and the reduced picture are in memory, whatever its size. */
export async function openTiff(
  source: FrameSource,
  onProgress: (share: number) => void,
): Promise<PixelPictures> {
  const { isLittle, directories } = await readDirectories(source);
  const own: Directory[] = [];
  for (const directory of directories) if (!(await isExtra(directory))) own.push(directory);
  const shown = own.length > 0 ? own : directories;
  const pages = new Map<number, Promise<TiffPage>>();
  const pageAt = (index: number) => {
    const directory = shown[index];
    if (!directory) throw new ViewerError('imageFailed');
    const page = pages.get(index) ?? readPage(directory).then(inParts);
    pages.set(index, page);
    return page;
  };
  return {
    count: shown.length,
    async facts(index) {
      const page = await pageAt(index);
      const { width, height, aspect, orientation, offsets, lengths } = page;
      if (width * height > mostPixels) throw new ViewerError('tooLarge');
      return {
        size: { width, height: height * aspect },
        finest: 1,
        isCutOff: offsets.some((offset, at) => offset + (lengths[at] ?? 0) > source.size),
        orientation,
      };
    },
    async pixels(index, part) {
      const page = await pageAt(index);
      // Non-square pixels are stretched vertically.
      const { top, height } = part;
      const stored = noFiner({ ...part, top: top / page.aspect, height: height / page.aspect });
      const pixels = await paintPage({ source, page, isLittle, onProgress }, stored);
      return stretched(pixels, stored, part.pixelHeight);
    },
  };
}

type Painting = {
  readonly source: FrameSource;
  readonly page: TiffPage;
  readonly isLittle: boolean;
  readonly onProgress: (share: number) => void;
};

async function paintPage(
  { source, page, isLittle, onProgress }: Painting,
  part: PicturePart,
): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height, partWidth, partHeight } = page;
  const across = Math.ceil(width / partWidth);
  const down = Math.ceil(height / partHeight);
  const reduction = createReduction(part);
  const paint = tiffPainter(lookOf(page));
  const firstBand = Math.max(0, Math.floor(part.top / partHeight));
  const lastBand = Math.min(down - 1, Math.floor((part.top + part.height - 0.001) / partHeight));
  const firstPart = Math.max(0, Math.floor(part.left / partWidth));
  const lastPart = Math.min(across - 1, Math.floor((part.left + part.width - 0.001) / partWidth));
  const isWhole = part.width * part.height > (width * height) / 2;
  const parts = { size: source.size, read: createReader(source, isWhole ? readAhead : 0) };
  let painted = 0;
  let told = 0;
  for (let band = firstBand; band <= lastBand; band += 1) {
    const columns = new Map<number, { readonly rows: TiffRows; readonly pixels: Uint8Array }>();
    for (let column = firstPart; column <= lastPart; column += 1) {
      const rows = await readPart(parts, page, {
        index: band * across + column,
        parts: across * down,
        isLittle,
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
        const own = Math.min(rows.width, width - left);
        reduction.push({ y, left, pixels: pixels.subarray(0, own * 4) });
      }
    }
    const share = (band + 1 - firstBand) / (lastBand + 1 - firstBand);
    if (share >= told + leastTold) {
      told = share;
      onProgress(share);
    }
  }
  if (painted === 0) throw new ViewerError('imageFailed');
  return reduction.finish();
}

/** Repeats rows where more are requested than exist. */
function stretched(pixels: Uint8Array<ArrayBuffer>, part: PicturePart, wanted: number) {
  const stride = part.pixelWidth * 4;
  if (part.pixelHeight === wanted) return pixels;
  const result = new Uint8Array(wanted * stride);
  for (let y = 0; y < wanted; y += 1) {
    const from = Math.floor((y * part.pixelHeight) / wanted) * stride;
    result.set(pixels.subarray(from, from + stride), y * stride);
  }
  return result;
}
