import { ViewerError } from '../viewer/viewer.types.ts';
import type { PictureHeader } from './picture-header.rules.ts';

/**
 * Limit of the canvas pixels of a single picture. The visible part of a larger one is drawn again at full
 * sharpness.
 */
export const maxPicturePixels = 16_000_000;
/** Limit of the canvas pixels of one of several pages, of which several are in memory at once. */
export const maxPagePixels = 4_000_000;
/** Phones reject canvases with longer edges. */
export const maxCanvasEdgePx = 16_000;
/** Limit for browser decoders, which need the whole file: it is in memory about three times. */
export const maxFileBytes = 96 * 1024 * 1024;

/** Limit of the decoded bytes of a picture in memory. */
const maxDecodedBytes = 300_000_000;
// Bytes per pixel, as measured: YUV decoders hold 1.5 bytes and produce four; the others produce four and
// copy them.
const bytesPerPixel = (mimeType: string) =>
  mimeType === 'image/jpeg' || mimeType === 'image/avif' ? 5.5 : 8;
const progressiveBytesPerPixel = 3.5;
/** A PNG is reduced row by row while it is read; more pixels would take minutes. */
const maxRowDecodedPixels = 1_500_000_000;

/** The way to decode a picture of this size within the memory limits. */
export type Decoding =
  /** By the browser, at most at this many eighths of the full size. */
  | { readonly by: 'browser'; readonly eighths: number }
  /** By our own decoder, row by row. */
  | { readonly by: 'rows' };

/** The smallest number of eighths of its size at which a decoded JPEG has the requested scale. */
export const eighthsFor = (scale: number): number => Math.min(8, Math.max(1, Math.ceil(scale * 8 - 0.01)));

/**
 * Chooses the decoding of a picture by its header.
 * @throws ViewerError `tooLarge`
 */
export function chooseDecoding(mimeType: string, header: PictureHeader | null): Decoding {
  if (header === null) return { by: 'browser', eighths: 8 };
  const area = header.width * header.height;
  const maxPixels = maxDecodedBytes / bytesPerPixel(mimeType);
  if (area <= maxPixels) return { by: 'browser', eighths: 8 };
  if (
    mimeType === 'image/jpeg' &&
    (!header.isInterlaced || area * progressiveBytesPerPixel <= maxDecodedBytes)
  ) {
    const eighths = Math.floor(8 * Math.sqrt(maxPixels / area));
    if (eighths >= 1) return { by: 'browser', eighths };
  }
  if (mimeType === 'image/png' && !header.isInterlaced && area <= maxRowDecodedPixels) return { by: 'rows' };
  throw new ViewerError('tooLarge');
}
