import type { PicturePart } from './picture.types.ts';

/** A row of RGBA pixels, or a section of one. */
export type PixelRow = { readonly y: number; readonly left: number; readonly pixels: Uint8Array };

/**
 * Downscales a picture while its rows arrive from top to bottom: each pixel is the mean of its source pixels,
 * and only the result is in memory. It never upscales. Transparent pixels do not affect the colour of others.
 */
export function createDownscaler(part: PicturePart) {
  const { left, top, pixelWidth: width, pixelHeight: height } = part;
  const right = left + part.width;
  const result = new Uint8Array(width * height * 4);
  const sums = new Float64Array(width * 4);
  const counts = new Uint32Array(width);
  let row = -1;

  const flush = () => {
    if (row < 0 || row >= height) return;
    let at = row * width * 4;
    for (let x = 0, sum = 0; x < width; x += 1, sum += 4, at += 4) {
      const alpha = sums[sum + 3] as number;
      const count = counts[x] as number;
      if (alpha === 0 || count === 0) continue;
      result[at] = (sums[sum] as number) / alpha + 0.5;
      result[at + 1] = (sums[sum + 1] as number) / alpha + 0.5;
      result[at + 2] = (sums[sum + 2] as number) / alpha + 0.5;
      result[at + 3] = alpha / count + 0.5;
    }
    sums.fill(0);
    counts.fill(0);
  };
  const add = ({ left: first, pixels }: PixelRow) => {
    const from = Math.max(0, Math.ceil(left - first));
    const to = Math.min(pixels.length / 4, Math.ceil(right - first));
    const scale = width / part.width;
    for (let x = from, at = from * 4; x < to; x += 1, at += 4) {
      const column = Math.min(width - 1, ((x + first - left) * scale) | 0);
      const alpha = pixels[at + 3] as number;
      counts[column] = (counts[column] as number) + 1;
      if (alpha === 0) continue;
      const sum = column * 4;
      sums[sum] = (sums[sum] as number) + (pixels[at] as number) * alpha;
      sums[sum + 1] = (sums[sum + 1] as number) + (pixels[at + 1] as number) * alpha;
      sums[sum + 2] = (sums[sum + 2] as number) + (pixels[at + 2] as number) * alpha;
      sums[sum + 3] = (sums[sum + 3] as number) + alpha;
    }
  };

  return {
    /** Ignores rows outside of the part. A row may arrive in sections from left to right. */
    push(pixelRow: PixelRow): void {
      const rowInPart = pixelRow.y - top;
      if (rowInPart < 0 || rowInPart >= part.height) return;
      const next = Math.min(height - 1, Math.floor((rowInPart * height) / part.height));
      if (next !== row) {
        flush();
        row = next;
      }
      add(pixelRow);
    },
    finish(): Uint8Array<ArrayBuffer> {
      flush();
      return result;
    },
  };
}

/** Limits the target size of a part to its own size. */
export function withoutUpscaling(part: PicturePart): PicturePart {
  return {
    ...part,
    pixelWidth: Math.max(1, Math.min(part.pixelWidth, Math.round(part.width))),
    pixelHeight: Math.max(1, Math.min(part.pixelHeight, Math.round(part.height))),
  };
}
