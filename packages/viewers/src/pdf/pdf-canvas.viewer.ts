import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { releaseCanvas } from '../pages/page-canvases.viewer.ts';
import { burnWatermark } from '../viewer/watermark.rules.ts';
import type { Watchdog } from './pdf-watchdog.util.ts';

/** A region of a page in canvas pixels, at the drawing's `scale` (canvas pixels per point). */
export type Region = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
};

export type RegionDrawing = {
  readonly page: PDFPageProxy;
  readonly watchdog: Watchdog;
  readonly rotation: number;
  readonly scale: number;
  readonly region: Region;
  readonly watermark: readonly string[];
  /** Canvas pixels per CSS pixel of the watermark. */
  readonly watermarkScale: number;
  readonly signal: AbortSignal;
};

/**
 * Draws a region of a page into a canvas outside of the document. The canvas is returned only with its
 * watermark.
 */
export async function drawRegion(drawing: RegionDrawing): Promise<HTMLCanvasElement> {
  const { page, watchdog, rotation, scale, region, watermark, watermarkScale, signal } = drawing;
  signal.throwIfAborted();
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(region.width));
  canvas.height = Math.max(1, Math.round(region.height));
  const task = page.render({
    canvas,
    viewport: page.getViewport({ scale, rotation }),
    transform: [1, 0, 0, 1, -region.left, -region.top],
  });
  task.onContinue = (resume: () => void) => {
    watchdog.touch();
    resume();
  };
  const cancel = () => task.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    await watchdog.guard(task.promise);
    signal.throwIfAborted();
    const context = canvas.getContext('2d');
    if (!context) throw new Error('canvas context is not available');
    const { width, height } = canvas;
    burnWatermark({ context, width, height, scale: watermarkScale }, watermark);
    canvas.setAttribute('aria-hidden', 'true');
    return canvas;
  } catch (error) {
    cancel();
    releaseCanvas(canvas);
    throw error;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
