import { maxDetailPixels } from '../pages/page-layout.rules.ts';
import { printDotsPerInch, printWatermarkScale } from '../viewer/print.rules.ts';
import type { PrintablePages, PrintOptions } from '../viewer/viewer.types.ts';
import { drawRegion } from './pdf-canvas.viewer.ts';
import type { PdfDocument } from './pdf-document.util.ts';
import type { Pages } from './pdf-pages.viewer.ts';

const pointsPerInch = 72;

/** Draws pages for paper, one at a time, as they are rotated on the screen. */
export function createPdfPrint(opened: PdfDocument, pages: Pages): PrintablePages {
  const draw = async ({ page, watermark, signal }: PrintOptions): Promise<HTMLCanvasElement> => {
    signal.throwIfAborted();
    const loaded = await opened.run((pdf) => pdf.getPage(page));
    const view = pages.views[page - 1];
    const rotation = view?.rotation() ?? loaded.rotate;
    const { width, height } = loaded.getViewport({ scale: 1, rotation });
    const maxScale = Math.sqrt(maxDetailPixels / (width * height));
    const scale = Math.min(printDotsPerInch / pointsPerInch, maxScale);
    const region = { left: 0, top: 0, width: width * scale, height: height * scale };
    const canvas = await drawRegion({
      page: loaded,
      watchdog: opened.watchdog,
      rotation,
      scale,
      region,
      watermark,
      watermarkScale: printWatermarkScale(region),
      signal,
    });
    if (!view?.hasPixels()) loaded.cleanup();
    // Memory is released while the column has nothing to draw.
    pages.queue.wake();
    return canvas;
  };
  return {
    pageCount: opened.current().numPages,
    // The document may be reopened while one of its pages is drawn, so a failed page is tried once more.
    draw: (options) => draw(options).catch(() => draw(options)),
  };
}
