import { pictureTypeOfBytes, pictureUrl } from '../format/picture-types.rules.ts';
import { type Bitmap, isJbig2, readJbig2 } from './jbig2.rules.ts';

/** The data URL of a picture; null where the browser cannot decode it. */
export function pictureDataUrl(bytes: Uint8Array): string | null {
  if (isJbig2(bytes)) {
    const bitmap = readJbig2(bytes);
    return bitmap && bitmapUrl(bitmap);
  }
  const type = pictureTypeOfBytes(bytes);
  return type && pictureUrl(type, bytes);
}

function bitmapUrl({ width, height, pixels }: Bitmap): string | null {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext('2d');
  if (!context) return null;
  const imageData = new ImageData(width, height);
  for (const [index, dot] of pixels.entries()) {
    imageData.data.fill(dot === 1 ? 0 : 255, 4 * index, 4 * index + 3);
    imageData.data[4 * index + 3] = 255;
  }
  context.putImageData(imageData, 0, 0);
  return canvas.toDataURL();
}
