import { releaseCanvas } from '../pages/page-canvases.viewer.ts';
import type { Size } from '../pages/page-layout.rules.ts';
import { printWatermarkScale } from './print.rules.ts';
import { ViewerError } from './viewer.types.ts';
import { burnWatermark } from './watermark.rules.ts';

/** Draws a white sheet with its content and then the watermark. The canvas is returned only with its watermark. */
export async function drawPrintSheet(
  { width, height }: Size,
  watermark: readonly string[],
  draw: (context: CanvasRenderingContext2D) => void | Promise<void>,
): Promise<HTMLCanvasElement> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  try {
    const context = canvas.getContext('2d');
    if (!context) throw new ViewerError('tooLarge');
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, width, height);
    await draw(context);
    burnWatermark({ context, width, height, scale: printWatermarkScale({ width, height }) }, watermark);
    return canvas;
  } catch (error) {
    releaseCanvas(canvas);
    throw error;
  }
}
