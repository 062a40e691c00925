import type { Size } from '../pages/page-layout.rules.ts';

/** A rectangle in picture pixels, with the size in pixels at which it is to be drawn. */
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
   * The maximum scale: 1 for a bitmap, less where it is too large for memory, unlimited for a vector drawing.
   */
  readonly maxScale: number;
  /** The end of the file is missing; the rest is shown. */
  readonly isTruncated: boolean;
};

/** The frames of an animated picture. */
export type PictureFrames = {
  /** How often the animation plays; Infinity for an endless loop. */
  readonly loops: number;
  /** Selects the frame that `paint` draws; resolves with its duration in milliseconds. */
  readonly show: (index: number) => Promise<number>;
  readonly count: () => number;
};

export type Canvas2d = CanvasRenderingContext2D;

export type Picture = PictureFacts & {
  /** Draws a part at the origin of a canvas, under its current transform. */
  readonly paint: (context: Canvas2d, part: PicturePart, signal: AbortSignal) => Promise<void>;
  readonly frames?: PictureFrames;
};

/** All pictures of a document: usually one, several for scans. */
export type Pictures = {
  readonly count: number;
  readonly pictureAt: (index: number) => Promise<Picture>;
  readonly close: () => void;
};

/** Pictures from a parser without canvas access, as RGBA pixels with straight (not premultiplied) alpha. */
export type PixelPictures = {
  readonly count: number;
  readonly facts: (index: number) => Promise<PictureFacts & { readonly orientation: number }>;
  readonly pixels: (index: number, part: PicturePart) => Promise<Uint8Array<ArrayBuffer>>;
};
