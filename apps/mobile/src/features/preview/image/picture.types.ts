import type { Size } from '../pdf/pdf-layout.rules.ts';

/** A stretch of a picture in its own pixels, and how many pixels it is to become. */
export type PicturePart = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly pixelWidth: number;
  readonly pixelHeight: number;
};

export type PictureFacts = {
  readonly size: Size;
  /**
   * How many pixels one of its own can become: 1 where it is made of pixels, less where it is too large to be held whole,
   * without end where it is drawn from lines.
   */
  readonly finest: number;
  /** Its end is missing: what is there is shown. */
  readonly isCutOff: boolean;
};

/** Of pictures that move. */
export type PictureFrames = {
  /** How often all of them are shown; Infinity where it never ends. */
  readonly rounds: number;
  /** Makes another frame the one that is painted, and says for how many milliseconds. */
  readonly show: (index: number) => Promise<number>;
  readonly count: () => number;
};

export type Canvas2d = CanvasRenderingContext2D;

export type Picture = PictureFacts & {
  /** Paints a part at the origin of a canvas, under the transform that is set there. */
  readonly paint: (context: Canvas2d, part: PicturePart, signal: AbortSignal) => Promise<void>;
  readonly frames?: PictureFrames;
};

/** All pictures of a document: most have one, scans have pages. */
export type Pictures = {
  readonly count: number;
  readonly at: (index: number) => Promise<Picture>;
  readonly close: () => void;
};

/** Pictures as a parser hands them over that knows no canvas: pixels of four bytes each, not multiplied by their alpha. */
export type PixelPictures = {
  readonly count: number;
  readonly facts: (index: number) => Promise<PictureFacts & { readonly orientation: number }>;
  readonly pixels: (index: number, part: PicturePart) => Promise<Uint8Array<ArrayBuffer>>;
};
