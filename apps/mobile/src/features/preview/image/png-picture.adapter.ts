import type { FrameSource } from '../frame/frame.types.ts';
import { ViewerError } from '../viewer.types.ts';
import type { PicturePart, PixelPictures } from './picture.types.ts';
import { longestEdge, wholePixels } from './picture-budget.rules.ts';
import { type PngLook, rowBytes, rowPixels, unfilter } from './png-rows.rules.ts';
import { openPng, type PngStream } from './png-stream.adapter.ts';
import { createReduction, noFiner } from './reduction.rules.ts';

const leastTold = 0.01;

/**
 * Decodes a PNG that is too large for memory: only two rows and the reduced picture are held, whatever its
 * size.
 */
export async function openHugePng(
  source: FrameSource,
  onProgress: (share: number) => void,
): Promise<PixelPictures> {
  const png = await openPng(source);
  const { width, height } = png.look;
  const tail = await source.read(Math.max(0, source.size - 4096), Math.min(4096, source.size));
  const finest = Math.min(
    1,
    Math.sqrt(wholePixels / (width * height)),
    longestEdge / Math.max(width, height),
  );
  return {
    count: 1,
    facts: async () => ({
      size: { width, height },
      finest,
      isCutOff: !String.fromCharCode(...tail).includes('IEND'),
      orientation: 1,
    }),
    pixels: (_, part) => reduce(png, noFiner(part), onProgress),
  };
}

async function reduce(
  { look, rows }: PngStream,
  part: PicturePart,
  onProgress: (share: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const reduction = createReduction(part);
  const taker = takeRows(look, (y, pixels) => reduction.push({ y, left: 0, pixels }));
  let told = 0;
  const tell = (share: number) => {
    if (share < told + leastTold) return;
    told = share;
    onProgress(share);
  };
  const reader = rows(tell).getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) taker.take(next.value);
  } catch {
    // The file is damaged or truncated: the rows decoded so far are shown.
  }
  if (taker.rows() === 0) throw new ViewerError('imageFailed');
  return reduction.finish();
}

function takeRows(look: PngLook, onRow: (y: number, pixels: Uint8Array) => void) {
  const length = rowBytes(look);
  const pixels = new Uint8Array(look.width * 4);
  let [row, above] = [new Uint8Array(length), new Uint8Array(length)];
  let filter = -1;
  let filled = 0;
  let y = 0;
  return {
    rows: () => y,
    take(bytes: Uint8Array) {
      for (let at = 0; at < bytes.length && y < look.height; ) {
        if (filter < 0) {
          filter = bytes[at] as number;
          at += 1;
          continue;
        }
        const piece = bytes.subarray(at, at + length - filled);
        row.set(piece, filled);
        filled += piece.length;
        at += piece.length;
        if (filled < length) break;
        unfilter(filter, row, above, look);
        rowPixels(row, look, pixels);
        onRow(y, pixels);
        [row, above] = [above, row];
        [filter, filled] = [-1, 0];
        y += 1;
      }
    },
  };
}
