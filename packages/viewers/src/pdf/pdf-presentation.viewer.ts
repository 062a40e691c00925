import { createBrokenNote, releaseCanvas } from '../pages/page-canvases.viewer.ts';
import { maxDetailPixels } from '../pages/page-layout.rules.ts';
import type { ViewerStage } from '../viewer/viewer.types.ts';
import styles from './pdf.module.css';
import { drawRegion } from './pdf-canvas.viewer.ts';
import type { PdfDocument } from './pdf-document.util.ts';
import type { Pages } from './pdf-pages.viewer.ts';

/** Shows one page over the column of pages, as large as the container allows. One canvas exists at a time. */
export function createPresentation(opened: PdfDocument, pages: Pages, stage: ViewerStage) {
  const { container, watermark, words } = stage;
  let shownPage: number | null = null;
  let running: AbortController | null = null;
  const element = document.createElement('div');
  element.className = styles.presentation ?? '';

  const clear = () => {
    for (const canvas of element.querySelectorAll('canvas')) releaseCanvas(canvas);
    element.replaceChildren();
  };
  const draw = async (page: number, signal: AbortSignal): Promise<HTMLCanvasElement | null> => {
    const view = pages.views[page - 1];
    if (!view) return null;
    const loaded = await view.load();
    signal.throwIfAborted();
    const { width, height } = loaded.getViewport({ scale: 1, rotation: view.rotation() });
    const cssScale = Math.min(element.clientWidth / width, element.clientHeight / height);
    const maxScale = Math.sqrt(maxDetailPixels / (width * height));
    const scale = Math.max(0.01, Math.min(cssScale * globalThis.devicePixelRatio, maxScale));
    const canvas = await drawRegion({
      page: loaded,
      watchdog: opened.watchdog,
      rotation: view.rotation(),
      scale,
      region: { left: 0, top: 0, width: width * scale, height: height * scale },
      watermark,
      watermarkScale: scale / cssScale,
      signal,
    });
    canvas.style.width = `${width * cssScale}px`;
    canvas.style.height = `${height * cssScale}px`;
    if (!view.hasPixels()) loaded.cleanup();
    return canvas;
  };
  const redraw = async (page: number): Promise<void> => {
    running?.abort();
    running = new AbortController();
    const { signal } = running;
    // The document may be reopened while one of its pages is drawn, so a failed page is tried once more.
    const canvas = await draw(page, signal)
      .catch(() => draw(page, signal))
      .catch(() => null);
    if (signal.aborted) {
      if (canvas) releaseCanvas(canvas);
      return;
    }
    clear();
    element.append(canvas ?? createBrokenNote(words.brokenPage));
    // Memory is released while the column has nothing to draw.
    pages.queue.wake();
  };
  const resizeObserver = new ResizeObserver(() => {
    if (shownPage !== null) void redraw(shownPage);
  });
  const end = () => {
    shownPage = null;
    running?.abort();
    resizeObserver.disconnect();
    clear();
    element.remove();
  };

  return {
    show: (page: number | null): void => {
      if (page === null) return end();
      const isStarting = shownPage === null;
      shownPage = page;
      if (isStarting) {
        container.append(element);
        // Its first report draws the page.
        resizeObserver.observe(element);
      } else void redraw(page);
      return undefined;
    },
    end,
  };
}
