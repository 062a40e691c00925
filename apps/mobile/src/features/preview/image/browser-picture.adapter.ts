import { ViewerError } from '../viewer.types.ts';
import {
  canDecode,
  type Decoded,
  type Decoder,
  type Encoded,
  imageDecoder,
  imageElement,
} from './browser-decoder.adapter.ts';
import { openFrames } from './browser-frames.adapter.ts';
import { isCutOff } from './cut-off.rules.ts';
import { turnedPicture } from './orientation.rules.ts';
import type { Picture, Pictures } from './picture.types.ts';
import { eighthsFor, wholePixels } from './picture-budget.rules.ts';

type Way = { readonly decoder: Decoder; readonly isWhole: boolean };

/**
 * The decoders to try, best first: what `ImageDecoder` rejects as damaged, the image element may still show
 * in part.
 */
async function waysOf(encoded: Encoded, isWhole: boolean, eighths: number): Promise<readonly Way[]> {
  // The image element always decodes at full size.
  const element = eighths === 8 ? [{ decoder: imageElement(encoded), isWhole }] : [];
  if (!(await canDecode(encoded.mimeType))) return element;
  const partly = { decoder: imageDecoder(encoded, false), isWhole: false };
  return isWhole
    ? [{ decoder: imageDecoder(encoded, true), isWhole }, partly, ...element]
    : [partly, ...element];
}

/**
 * A picture that the browser decodes; `eighths` is the largest scale, in eighths, that fits into the memory
 * budget.
 */
export async function openBrowserPicture(encoded: Encoded, eighths: number): Promise<Pictures> {
  const { header, mimeType, bytes } = encoded;
  const area = header ? header.width * header.height : 0;
  const isJpeg = mimeType === 'image/jpeg';
  const first = isJpeg && area > 0 ? Math.min(eighths, eighthsFor(Math.sqrt(wholePixels / area))) : 8;
  const ways = await waysOf(encoded, !isCutOff(mimeType, bytes), eighths);
  if (ways.length === 0) throw new ViewerError('tooLarge');
  for (const { decoder, isWhole } of ways) {
    try {
      const decoded = await decoder.decode(first);
      const frames = await openFrames(encoded);
      const picture = pictureOf({ encoded, decoder, decoded, first, eighths, isCutOff: !isWhole });
      const orientation = decoded.isUpright ? 1 : (header?.orientation ?? 1);
      const shown = turnedPicture(frames ? { ...picture, ...frames } : picture, orientation);
      return {
        count: 1,
        at: async () => shown,
        close: () => {
          frames?.end();
          decoder.end();
        },
      };
    } catch {
      decoder.end();
    }
  }
  throw new ViewerError('imageFailed');
}

type Opened = {
  readonly encoded: Encoded;
  readonly decoder: Decoder;
  readonly decoded: Decoded;
  readonly first: number;
  readonly eighths: number;
  readonly isCutOff: boolean;
};

function pictureOf({ encoded, decoder, decoded, first, eighths, isCutOff: isCut }: Opened): Picture {
  const { header, mimeType } = encoded;
  // After decoding at reduced size, the full size is known only from the header, which does not account for
  // the orientation.
  const isTurned =
    header !== null && decoded.width > decoded.height !== header.width > header.height && first < 8;
  const size =
    header === null || first === 8
      ? { width: decoded.width, height: decoded.height }
      : {
          width: isTurned ? header.height : header.width,
          height: isTurned ? header.width : header.height,
        };
  let held: Decoded | null = decoded;
  return {
    size,
    finest: eighths / 8,
    isCutOff: isCut,
    async paint(context, part, signal) {
      const scale = Math.max(part.pixelWidth / part.width, part.pixelHeight / part.height);
      const wanted = mimeType === 'image/jpeg' ? Math.min(eighths, eighthsFor(scale)) : 8;
      // The picture that was decoded at opening is drawn once and then released: it takes as much memory as
      // the canvas.
      const ready = held && wanted <= first ? held : null;
      if (ready === null) held?.free();
      held = null;
      const { image, width, height, free } = ready ?? (await decoder.decode(wanted));
      try {
        signal.throwIfAborted();
        const [across, down] = [width / size.width, height / size.height];
        context.imageSmoothingQuality = 'high';
        context.drawImage(
          image,
          part.left * across,
          part.top * down,
          part.width * across,
          part.height * down,
          0,
          0,
          part.pixelWidth,
          part.pixelHeight,
        );
      } finally {
        free();
      }
    },
  };
}
