import { toBase64 } from '../format/base64.util.ts';
import { ViewerError } from '../viewer/viewer.types.ts';
import type { PictureHeader } from './picture-header.rules.ts';

/** A picture decoded by the browser. */
export type DecodedPicture = {
  readonly image: CanvasImageSource;
  /** Size after rotation, in decoded pixels. */
  readonly width: number;
  readonly height: number;
  /** Whether the browser has applied the orientation, or would have. */
  readonly isUpright: boolean;
  readonly release: () => void;
};

/** Decodes the pictures of one document. */
export type PictureDecoder = {
  readonly decode: (eighths: number) => Promise<DecodedPicture>;
  readonly close: () => void;
};

export type EncodedPicture = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mimeType: string;
  readonly header: PictureHeader | null;
};

/**
 * Whether the browser has `ImageDecoder`, which decodes outside the page, single frames and at reduced size.
 * The oldest supported browsers lack it.
 */
export async function canUseImageDecoder(mimeType: string): Promise<boolean> {
  return 'ImageDecoder' in globalThis && (await ImageDecoder.isTypeSupported(mimeType));
}

export function createImageDecoder(
  { bytes, mimeType, header }: EncodedPicture,
  isComplete: boolean,
): PictureDecoder {
  return {
    async decode(eighths) {
      const scaled = (edge: number) => Math.ceil((edge * eighths) / 8);
      const decoder = new ImageDecoder({
        data: bytes,
        type: mimeType,
        ...(header && eighths < 8
          ? { desiredWidth: scaled(header.width), desiredHeight: scaled(header.height) }
          : {}),
      });
      try {
        await decoder.tracks.ready;
        const { image } = await decoder.decode({ frameIndex: 0, completeFramesOnly: isComplete });
        const { displayWidth: width, displayHeight: height } = image;
        const { rotation = 0, flip = false } = image as { rotation?: number; flip?: boolean };
        return {
          image,
          width,
          height,
          isUpright: mimeType === 'image/jpeg' || rotation !== 0 || flip,
          release: () => image.close(),
        };
      } finally {
        decoder.close();
      }
    },
    close: () => undefined,
  };
}

/** Decodes with an image element, which every browser has. */
export function createElementDecoder({ bytes, mimeType }: EncodedPicture): PictureDecoder {
  const picture = new Image();
  return {
    async decode() {
      if (!picture.src) {
        // Not a blob URL: the browser may write blobs to disk.
        picture.src = `data:${mimeType};base64,${toBase64(bytes)}`;
        await picture.decode();
      }
      const { naturalWidth: width, naturalHeight: height } = picture;
      if (width === 0 || height === 0) throw new ViewerError('imageFailed');
      return { image: picture, width, height, isUpright: true, release: () => undefined };
    },
    close: () => picture.removeAttribute('src'),
  };
}
