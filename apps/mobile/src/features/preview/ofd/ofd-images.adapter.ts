import { pictureType, pictureUrl } from '../picture-types.rules.ts';
import { type Bitmap, isJbig2, readJbig2 } from './jbig2.rules.ts';

/** The data URL of a picture; null where the browser cannot decode it. */
export function addressOf(bytes: Uint8Array): string | null {
  if (isJbig2(bytes)) {
    const bitmap = readJbig2(bytes);
    return bitmap && bitmapUrl(bitmap);
  }
  const type = pictureType(bytes);
  return type && pictureUrl(type, bytes);
}

function bitmapUrl({ width, height, dots }: Bitmap): string | null {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext('2d');
  if (!context) return null;
  const pixels = new ImageData(width, height);
  for (const [index, dot] of dots.entries()) {
    pixels.data.fill(dot === 1 ? 0 : 255, 4 * index, 4 * index + 3);
    pixels.data[4 * index + 3] = 255;
  }
  context.putImageData(pixels, 0, 0);
  return canvas.toDataURL();
}
