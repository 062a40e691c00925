import type { ThumbnailOptions, ViewerStage } from '../viewer/viewer.types.ts';
import { drawRegion } from './pdf-canvas.viewer.ts';
import type { PdfDocument } from './pdf-document.util.ts';
import type { Pages } from './pdf-pages.viewer.ts';

/** The watermark of a thumbnail is reduced like the page, but remains visible. */
const watermarkScale = 0.4;

/** Draws thumbnails one after another, without delaying the visible pages of the document. */
export function createThumbnails(opened: PdfDocument, pages: Pages, { watermark }: ViewerStage) {
  let last: Promise<unknown> = Promise.resolve();
  const draw = async ({ page, width, signal }: ThumbnailOptions): Promise<HTMLCanvasElement> => {
    signal.throwIfAborted();
    const { watchdog } = opened;
    const loaded = await opened.run((pdf) => pdf.getPage(page));
    const view = pages.views[page - 1];
    const rotation = view?.rotation() ?? loaded.rotate;
    const naturalSize = loaded.getViewport({ scale: 1, rotation });
    const pixels = Math.min(2, globalThis.devicePixelRatio);
    const scale = (width * pixels) / Math.max(naturalSize.width, naturalSize.height / 1.42);
    const canvas = await drawRegion({
      page: loaded,
      watchdog,
      rotation,
      scale,
      region: { left: 0, top: 0, width: naturalSize.width * scale, height: naturalSize.height * scale },
      watermark,
      watermarkScale: watermarkScale * pixels,
      signal,
    });
    canvas.style.width = `${canvas.width / pixels}px`;
    if (!view?.hasPixels()) loaded.cleanup();
    return canvas;
  };
  return (options: ThumbnailOptions): Promise<HTMLCanvasElement> => {
    // The document may be reopened while one of its pages is drawn, so a failed thumbnail is tried once more.
    const drawing = last.then(() => draw(options)).catch(() => draw(options));
    last = drawing.catch(() => undefined);
    return drawing;
  };
}
