import { toBase64 } from '../base64.rules.ts';
import { ViewerError } from '../viewer.types.ts';
import type { PictureHeader } from './picture-header.rules.ts';

/** A picture decoded by the browser. */
export type Decoded = {
  readonly image: CanvasImageSource;
  /** Size after rotation, in decoded pixels. */
  readonly width: number;
  readonly height: number;
  /** Whether the browser has applied the orientation, or would have. */
  readonly isUpright: boolean;
  readonly free: () => void;
};

/** Decodes the pictures of one document. */
export type Decoder = {
  readonly decode: (eighths: number) => Promise<Decoded>;
  readonly end: () => void;
};

export type Encoded = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mimeType: string;
  readonly header: PictureHeader | null;
};

/**
 * Whether the browser has `ImageDecoder`, which decodes outside the page, single frames and at reduced size.
 * The oldest supported browsers lack it.
 */
export async function canDecode(mimeType: string): Promise<boolean> {
  return 'ImageDecoder' in globalThis && (await ImageDecoder.isTypeSupported(mimeType));
}

export function imageDecoder({ bytes, mimeType, header }: Encoded, isWhole: boolean): Decoder {
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
        const { image } = await decoder.decode({ frameIndex: 0, completeFramesOnly: isWhole });
        const { displayWidth: width, displayHeight: height } = image;
        const { rotation = 0, flip = false } = image as { rotation?: number; flip?: boolean };
        return {
          image,
          width,
          height,
          isUpright: mimeType === 'image/jpeg' || rotation !== 0 || flip,
          free: () => image.close(),
        };
      } finally {
        decoder.close();
      }
    },
    end: () => undefined,
  };
}

/** Decodes with an image element, which every browser has. */
export function imageElement({ bytes, mimeType }: Encoded): Decoder {
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
      return { image: picture, width, height, isUpright: true, free: () => undefined };
    },
    end: () => picture.removeAttribute('src'),
  };
}
