import type { FrameSource } from '../frame/frame.types.ts';
import { ViewerError } from '../viewer/viewer.types.ts';
import { createDownscaler, withoutUpscaling } from './downscale.rules.ts';
import type { PicturePart, PixelPictures } from './picture.types.ts';
import { maxCanvasEdgePx, maxPicturePixels } from './picture-budget.rules.ts';
import { type PngFormat, rowBytes, rowToPixels, unfilter } from './png-rows.rules.ts';
import { openPng, type PngStream } from './png-stream.util.ts';

const minProgressStep = 0.01;

/**
 * Decodes a PNG that is too large for memory: only two rows and the reduced picture are held, whatever its
 * size.
 */
export async function openHugePng(
  source: FrameSource,
  onProgress: (share: number) => void,
): Promise<PixelPictures> {
  const png = await openPng(source);
  const { width, height } = png.format;
  const tail = await source.read(Math.max(0, source.size - 4096), Math.min(4096, source.size));
  const maxScale = Math.min(
    1,
    Math.sqrt(maxPicturePixels / (width * height)),
    maxCanvasEdgePx / Math.max(width, height),
  );
  return {
    count: 1,
    facts: async () => ({
      size: { width, height },
      maxScale,
      isTruncated: !String.fromCharCode(...tail).includes('IEND'),
      orientation: 1,
    }),
    pixels: (_, part) => reduce(png, withoutUpscaling(part), onProgress),
  };
}

async function reduce(
  { format, rows }: PngStream,
  part: PicturePart,
  onProgress: (share: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const reduction = createDownscaler(part);
  const rowReader = createRowReader(format, (y, pixels) => reduction.push({ y, left: 0, pixels }));
  let lastShare = 0;
  const emitProgress = (share: number) => {
    if (share < lastShare + minProgressStep) return;
    lastShare = share;
    onProgress(share);
  };
  try {
    for await (const bytes of rows(emitProgress)) rowReader.push(bytes);
  } catch {
    // The file cannot be read to its end: the rows decoded so far are shown.
  }
  if (rowReader.rows() === 0) throw new ViewerError('imageFailed');
  return reduction.finish();
}

function createRowReader(format: PngFormat, onRow: (y: number, pixels: Uint8Array) => void) {
  const length = rowBytes(format);
  const pixels = new Uint8Array(format.width * 4);
  let [row, above] = [new Uint8Array(length), new Uint8Array(length)];
  let filter = -1;
  let filled = 0;
  let y = 0;
  return {
    rows: () => y,
    push(bytes: Uint8Array) {
      for (let at = 0; at < bytes.length && y < format.height; ) {
        if (filter < 0) {
          filter = bytes[at] as number;
          at += 1;
          continue;
        }
        const chunk = bytes.subarray(at, at + length - filled);
        row.set(chunk, filled);
        filled += chunk.length;
        at += chunk.length;
        if (filled < length) break;
        unfilter(filter, row, above, format);
        rowToPixels(row, format, pixels);
        onRow(y, pixels);
        [row, above] = [above, row];
        [filter, filled] = [-1, 0];
        y += 1;
      }
    },
  };
}
