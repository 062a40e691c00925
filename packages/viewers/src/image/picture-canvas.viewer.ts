import { releaseCanvas } from '../pages/page-canvases.viewer.ts';
import { ViewerError } from '../viewer/viewer.types.ts';
import { burnWatermark } from '../viewer/watermark.rules.ts';
import type { Picture, PicturePart } from './picture.types.ts';

export type PictureDrawing = {
  readonly picture: Picture;
  readonly part: PicturePart;
  readonly watermark: readonly string[];
  /** Canvas pixels per CSS pixel. */
  readonly watermarkScale: number;
  readonly signal: AbortSignal;
};

/** Draws into a canvas of the size of the part. The canvas is shown only after the watermark is in it. */
export async function drawIntoCanvas(canvas: HTMLCanvasElement, drawing: PictureDrawing): Promise<void> {
  const { picture, part, watermark, watermarkScale, signal } = drawing;
  const context = canvas.getContext('2d');
  if (!context) throw new ViewerError('tooLarge');
  const { width, height } = canvas;
  if (picture.frames) context.clearRect(0, 0, width, height);
  await picture.paint(context, part, signal);
  burnWatermark({ context, width, height, scale: watermarkScale }, watermark);
}

/** Creates a canvas of a part, including the watermark. */
export async function drawPart(drawing: PictureDrawing): Promise<HTMLCanvasElement> {
  const { part, signal } = drawing;
  signal.throwIfAborted();
  const canvas = document.createElement('canvas');
  canvas.width = part.pixelWidth;
  canvas.height = part.pixelHeight;
  canvas.setAttribute('aria-hidden', 'true');
  try {
    await drawIntoCanvas(canvas, drawing);
    signal.throwIfAborted();
    return canvas;
  } catch (error) {
    releaseCanvas(canvas);
    throw error;
  }
}
