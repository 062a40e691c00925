import { ViewerError } from '../viewer.types.ts';
import type { PictureHeader } from './picture-header.rules.ts';

/** A whole picture is drawn in at most so many pixels; what is seen of a larger one is drawn once more, and sharp. */
export const wholePixels = 16_000_000;
/** Of each of several pages, which stand beside each other in memory. */
export const pagePixels = 4_000_000;
/** Phones refuse a canvas that is longer. */
export const longestEdge = 16_000;
/** What a decoder of the browser needs, which takes all at once: it is held about three times. */
export const mostBytes = 96 * 1024 * 1024;

/** So much of a picture may stand in memory while it is decoded, in bytes. */
const mostHeld = 300_000_000;
// As measured: a decoder of the YUV kind keeps 1.5 bytes and makes four of them, the others make four and copy them.
const bytesEach = (mimeType: string) => (mimeType === 'image/jpeg' || mimeType === 'image/avif' ? 5.5 : 8);
const progressiveBytes = 3.5;
/** A PNG of rows is made smaller while it is read; this many take minutes. */
const mostOfRows = 1_500_000_000;

/** How a picture of this size can be decoded without taking all memory. */
export type Decoding =
  /** By the browser, in so many eighths of its size at most. */
  | { readonly by: 'browser'; readonly eighths: number }
  /** Row by row, by ourselves. */
  | { readonly by: 'rows' };

/** Eighths of its size that a JPEG is decoded to, the fewest pixels that are not less than asked for. */
export const eighthsFor = (scale: number): number => Math.min(8, Math.max(1, Math.ceil(scale * 8 - 0.01)));

/** @throws ViewerError `tooLarge` */
export function decodingOf(mimeType: string, header: PictureHeader | null): Decoding {
  if (header === null) return { by: 'browser', eighths: 8 };
  const area = header.width * header.height;
  const most = mostHeld / bytesEach(mimeType);
  if (area <= most) return { by: 'browser', eighths: 8 };
  if (mimeType === 'image/jpeg' && (!header.isInterlaced || area * progressiveBytes <= mostHeld)) {
    const eighths = Math.floor(8 * Math.sqrt(most / area));
    if (eighths >= 1) return { by: 'browser', eighths };
  }
  if (mimeType === 'image/png' && !header.isInterlaced && area <= mostOfRows) return { by: 'rows' };
  throw new ViewerError('tooLarge');
}
