import { ViewerError } from '../viewer/viewer.types.ts';
import {
  canUseImageDecoder,
  createElementDecoder,
  createImageDecoder,
  type DecodedPicture,
  type EncodedPicture,
  type PictureDecoder,
} from './browser-decoder.util.ts';
import { openFrames } from './browser-frames.util.ts';
import { orientPicture } from './orientation.rules.ts';
import type { Picture, Pictures } from './picture.types.ts';
import { eighthsFor, maxPicturePixels } from './picture-budget.rules.ts';
import { isPictureTruncated } from './truncated-picture.rules.ts';

type DecodingAttempt = { readonly decoder: PictureDecoder; readonly isComplete: boolean };

/**
 * The decoders to try, best first: what `ImageDecoder` rejects as damaged, the image element may still show
 * in part.
 */
async function decodingAttempts(
  encoded: EncodedPicture,
  isComplete: boolean,
  eighths: number,
): Promise<readonly DecodingAttempt[]> {
  // The image element always decodes at full size.
  const element = eighths === 8 ? [{ decoder: createElementDecoder(encoded), isComplete }] : [];
  if (!(await canUseImageDecoder(encoded.mimeType))) return element;
  const partialAttempt = { decoder: createImageDecoder(encoded, false), isComplete: false };
  return isComplete
    ? [{ decoder: createImageDecoder(encoded, true), isComplete }, partialAttempt, ...element]
    : [partialAttempt, ...element];
}

/**
 * A picture that the browser decodes; `eighths` is the largest scale, in eighths, that fits into the memory
 * budget.
 */
export async function openBrowserPicture(encoded: EncodedPicture, eighths: number): Promise<Pictures> {
  const { header, mimeType, bytes } = encoded;
  const area = header ? header.width * header.height : 0;
  const isJpeg = mimeType === 'image/jpeg';
  const firstEighths =
    isJpeg && area > 0 ? Math.min(eighths, eighthsFor(Math.sqrt(maxPicturePixels / area))) : 8;
  const attempts = await decodingAttempts(encoded, !isPictureTruncated(mimeType, bytes), eighths);
  if (attempts.length === 0) throw new ViewerError('tooLarge');
  for (const { decoder, isComplete } of attempts) {
    try {
      const decoded = await decoder.decode(firstEighths);
      const frames = await openFrames(encoded);
      const picture = pictureOf({
        encoded,
        decoder,
        decoded,
        firstEighths,
        eighths,
        isTruncated: !isComplete,
      });
      const orientation = decoded.isUpright ? 1 : (header?.orientation ?? 1);
      const shown = orientPicture(frames ? { ...picture, ...frames } : picture, orientation);
      return {
        count: 1,
        pictureAt: async () => shown,
        close: () => {
          frames?.close();
          decoder.close();
        },
      };
    } catch {
      decoder.close();
    }
  }
  throw new ViewerError('imageFailed');
}

type Opened = {
  readonly encoded: EncodedPicture;
  readonly decoder: PictureDecoder;
  readonly decoded: DecodedPicture;
  readonly firstEighths: number;
  readonly eighths: number;
  readonly isTruncated: boolean;
};

function pictureOf({ encoded, decoder, decoded, firstEighths, eighths, isTruncated }: Opened): Picture {
  const { header, mimeType } = encoded;
  // After decoding at reduced size, the full size is known only from the header, which does not account for
  // the orientation.
  const isTurned =
    header !== null && decoded.width > decoded.height !== header.width > header.height && firstEighths < 8;
  const size =
    header === null || firstEighths === 8
      ? { width: decoded.width, height: decoded.height }
      : {
          width: isTurned ? header.height : header.width,
          height: isTurned ? header.width : header.height,
        };
  let unusedDecoded: DecodedPicture | null = decoded;
  return {
    size,
    maxScale: eighths / 8,
    isTruncated,
    async paint(context, part, signal) {
      const scale = Math.max(part.pixelWidth / part.width, part.pixelHeight / part.height);
      const wantedEighths = mimeType === 'image/jpeg' ? Math.min(eighths, eighthsFor(scale)) : 8;
      // The picture that was decoded at opening is drawn once and then released: it takes as much memory as
      // the canvas.
      const reusable = unusedDecoded && wantedEighths <= firstEighths ? unusedDecoded : null;
      if (reusable === null) unusedDecoded?.release();
      unusedDecoded = null;
      const { image, width, height, release } = reusable ?? (await decoder.decode(wantedEighths));
      try {
        signal.throwIfAborted();
        const [scaleX, scaleY] = [width / size.width, height / size.height];
        context.imageSmoothingQuality = 'high';
        context.drawImage(
          image,
          part.left * scaleX,
          part.top * scaleY,
          part.width * scaleX,
          part.height * scaleY,
          0,
          0,
          part.pixelWidth,
          part.pixelHeight,
        );
      } finally {
        release();
      }
    },
  };
}
