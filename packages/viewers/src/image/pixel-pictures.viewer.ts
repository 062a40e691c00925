import { ViewerError } from '../viewer/viewer.types.ts';
import { withoutUpscaling } from './downscale.rules.ts';
import { orientPicture } from './orientation.rules.ts';
import type { Picture, Pictures, PixelPictures } from './picture.types.ts';
import { maxCanvasEdgePx } from './picture-budget.rules.ts';

/** Limit of the pages of a scan; each has an element. */
const maxPages = 5000;
const maxEdgePx = 10_000_000;

const isValidEdge = (edge: number) => edge >= 1 && edge <= maxEdgePx;

/** Pictures drawn from decoded pixels. Their facts are untrusted: the parser may be compromised. */
export function createPixelPictures(pixelPictures: PixelPictures, close: () => void): Pictures {
  const pictureAt = async (index: number): Promise<Picture> => {
    const { size, maxScale, isTruncated, orientation } = await pixelPictures.facts(index);
    if (!isValidEdge(size.width) || !isValidEdge(size.height) || !(maxScale > 0))
      throw new ViewerError('imageFailed');
    const picture: Picture = {
      size: { width: size.width, height: size.height },
      maxScale,
      isTruncated,
      async paint(context, part, signal) {
        const { pixelWidth, pixelHeight } = maxScale > 1 ? part : withoutUpscaling(part);
        if (Math.max(pixelWidth, pixelHeight) > maxCanvasEdgePx) throw new ViewerError('tooLarge');
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
    return orientPicture(picture, orientation);
  };
  if (!(pixelPictures.count >= 1)) throw new ViewerError('imageFailed');
  return { count: Math.min(maxPages, pixelPictures.count), pictureAt, close };
}
