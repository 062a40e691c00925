import { canUseImageDecoder, type EncodedPicture } from './browser-decoder.util.ts';
import type { Picture } from './picture.types.ts';

/** Browsers show frames with no duration, or nearly none, for a tenth of a second. */
const minFrameMicroseconds = 20_000;
const defaultFrameMicroseconds = 100_000;

/** A larger file is unlikely to be an animation, and would be held in memory once more. */
const maxAnimationBytes = 32 * 1024 * 1024;

const animatedTypes = new Set(['image/gif', 'image/webp', 'image/png', 'image/avif']);

export type AnimatedPicture = Pick<Picture, 'paint' | 'frames'> & { readonly close: () => void };

/** Opens the frames of an animated picture; null where it is still or the browser cannot decode frames. */
export async function openFrames({ bytes, mimeType }: EncodedPicture): Promise<AnimatedPicture | null> {
  if (
    !animatedTypes.has(mimeType) ||
    bytes.length > maxAnimationBytes ||
    !(await canUseImageDecoder(mimeType))
  )
    return null;
  const decoder = new ImageDecoder({ data: bytes, type: mimeType, preferAnimation: true });
  const opened = await firstOf(decoder);
  if (!opened) {
    decoder.close();
    return null;
  }
  const { track } = opened;
  let { image } = opened;
  return {
    async paint(context, part, signal) {
      signal.throwIfAborted();
      context.imageSmoothingQuality = 'high';
      const { left, top, width, height, pixelWidth, pixelHeight } = part;
      context.drawImage(image, left, top, width, height, 0, 0, pixelWidth, pixelHeight);
    },
    frames: {
      loops: track.repetitionCount + 1,
      count: () => track.frameCount,
      async show(index) {
        const next = await decoder.decode({ frameIndex: index });
        image.close();
        ({ image } = next);
        const duration = image.duration ?? defaultFrameMicroseconds;
        return (duration < minFrameMicroseconds ? defaultFrameMicroseconds : duration) / 1000;
      },
    },
    close: () => {
      image.close();
      decoder.close();
    },
  };
}

async function firstOf(decoder: ImageDecoder) {
  try {
    await decoder.tracks.ready;
    const track = decoder.tracks.selectedTrack;
    if (!track || track.frameCount < 2) return null;
    const { image } = await decoder.decode({ frameIndex: 0 });
    return { track, image };
  } catch {
    // Still pictures of some types have no animated track.
    return null;
  }
}
