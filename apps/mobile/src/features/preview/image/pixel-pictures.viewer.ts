import { ViewerError } from '../viewer.types.ts';
import { turnedPicture } from './orientation.rules.ts';
import type { Picture, Pictures, PixelPictures } from './picture.types.ts';
import { longestEdge } from './picture-budget.rules.ts';
import { noFiner } from './reduction.rules.ts';

/** Limit of the pages of a scan; each has an element. */
const mostPages = 5000;
const mostEdge = 10_000_000;

const isEdge = (edge: number) => edge >= 1 && edge <= mostEdge;

/** Pictures drawn from decoded pixels. Their facts are untrusted: the parser may be compromised. */
export function paintedPictures(pixelPictures: PixelPictures, close: () => void): Pictures {
  const at = async (index: number): Promise<Picture> => {
    const { size, finest, isCutOff, orientation } = await pixelPictures.facts(index);
    if (!isEdge(size.width) || !isEdge(size.height) || !(finest > 0)) throw new ViewerError('imageFailed');
    const picture: Picture = {
      size: { width: size.width, height: size.height },
      finest,
      isCutOff,
      async paint(context, part, signal) {
        const { pixelWidth, pixelHeight } = finest > 1 ? part : noFiner(part);
        if (Math.max(pixelWidth, pixelHeight) > longestEdge) throw new ViewerError('tooLarge');
        const pixels = await pixelPictures.pixels(index, { ...part, pixelWidth, pixelHeight });
        signal.throwIfAborted();
        if (pixels.length !== pixelWidth * pixelHeight * 4) throw new ViewerError('imageFailed');
        const canvas = document.createElement('canvas');
        canvas.width = pixelWidth;
        canvas.height = pixelHeight;
        const image = new ImageData(new Uint8ClampedArray(pixels.buffer), pixelWidth, pixelHeight);
        canvas.getContext('2d')?.putImageData(image, 0, 0);
        context.imageSmoothingQuality = 'high';
        context.drawImage(canvas, 0, 0, part.pixelWidth, part.pixelHeight);
        canvas.width = 0;
      },
    };
    return turnedPicture(picture, orientation);
  };
  if (!(pixelPictures.count >= 1)) throw new ViewerError('imageFailed');
  return { count: Math.min(mostPages, pixelPictures.count), at, close };
}
