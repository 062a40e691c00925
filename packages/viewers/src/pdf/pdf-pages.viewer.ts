import { hasRoomForPairs, rotatedSize, type Size } from '../pages/page-layout.rules.ts';
import { createPager } from '../pages/pager.viewer.ts';
import { createScroller } from '../pages/scroller.viewer.ts';
import type { ViewerStage } from '../viewer/viewer.types.ts';
import { attachZoom, zoomRange } from '../viewer/zoom.viewer.ts';
import { createDestinations, type Target } from './pdf-destinations.util.ts';
import type { PdfDocument } from './pdf-document.util.ts';
import { createPage } from './pdf-page.viewer.ts';

/** The maximum page width on a wide screen, in CSS pixels, for comfortable reading. */
const maxPageWidthPx = 920;
/** From this viewport width on, a page may also be reduced, so that it is completely visible. */
const wideViewportPx = 700;
const minZoomWhereWide = 0.4;
/** The largest zoom, in CSS pixels per point, at which the smallest print of any sheet is readable. */
const maxCssPixelsPerPoint = 4;
/** pdf.js caches fonts and pictures of every page it has drawn. They are cleaned up after this many pages. */
const maxDroppedPages = 8;

export type Pages = ReturnType<typeof createPages>;

/** All pages of a document in a column. Only pages near the viewport have canvases. */
export function createPages(stage: ViewerStage, opened: PdfDocument, first: Size) {
  const { numPages } = opened.current();
  const { watermark, mayCopy, words, onPage } = stage;
  const scroller = createScroller(stage);
  const { element: box, sheet } = scroller;
  let rotation = 0;
  let left = 0;
  let isReopening = false;

  const widestPage = () => Math.min(maxPageWidthPx, scroller.availableWidth());
  const cssPixelsPerPoint = ({ width }: Size) => {
    const availableWidth = widestPage();
    // A page wider than the first one is fitted to the width; a narrower one keeps its relative size.
    return Math.min(availableWidth / rotatedSize(first, rotation).width, availableWidth / width);
  };
  const releaseMemory = () => {
    if (isReopening) return;
    if (opened.isOverMemoryLimit()) {
      isReopening = true;
      void opened.reopen().finally(() => {
        isReopening = false;
        pager.queue.wake();
      });
      return;
    }
    if (left < maxDroppedPages) return;
    left = 0;
    // `cleanup` rejects while a page is being drawn; a later call cleans up.
    opened
      .current()
      .cleanup()
      .catch(() => undefined);
  };
  const destinations = createDestinations(opened, showTarget);
  const settings = { cssPixelsPerPoint, zoom: () => zoom.scale(), rotation: () => rotation };
  const views = Array.from({ length: numPages }, (_, index) =>
    createPage({
      document: opened,
      number: index + 1,
      assumedSize: first,
      settings,
      destinations,
      watermark,
      mayCopy,
      label: words.page(index + 1, numPages),
      brokenText: words.brokenPage,
      linkLabel: words.link,
      preserveScrollDuring: (element, change) => scroller.preserveScrollDuring(element, change),
    }),
  );
  const pager = createPager({
    scroller,
    pages: views,
    onPage,
    isPaused: () => isReopening || opened.isOverMemoryLimit(),
    onIdle: releaseMemory,
    onLeave: (view) => {
      const wasBusy = view.isBusy();
      left += 1;
      view.drop();
      if (wasBusy) pager.queue.restart();
    },
  });
  const { elements } = pager;

  const zoom = attachZoom({
    scroller: box,
    isTextSelectable: mayCopy,
    range: () => ({
      min: box.clientWidth < wideViewportPx ? zoomRange.min : minZoomWhereWide,
      max: Math.max(zoomRange.max, maxCssPixelsPerPoint / cssPixelsPerPoint(first)),
    }),
    layout: (scale) => sheet.style.setProperty('--zoom', String(scale)),
    sharpen: pager.queue.restart,
  });
  let laidOutWidth = box.clientWidth;
  let wantsPairs = false;
  const relayout = () =>
    pager.relayout(() => {
      laidOutWidth = box.clientWidth;
      scroller.setPairs(wantsPairs && hasRoomForPairs(laidOutWidth), widestPage);
    });
  const resizeObserver = new ResizeObserver(() => {
    if (box.clientWidth === laidOutWidth) pager.queue.wake();
    else relayout();
  });

  async function showTarget({ page, left: x, top: y }: Target): Promise<void> {
    const view = views[page - 1];
    if (!view) return;
    const loaded = await view.load();
    const viewport = loaded.getViewport({ scale: 1, rotation: view.rotation() });
    const [, top = 0] = y === null ? [] : viewport.convertToViewportPoint(x ?? 0, y);
    scroller.goTo(view.element, Math.min(1, Math.max(0, top / viewport.height)));
  }

  /** Adds the pages before and after those in the sheet. */
  function addRemaining(): void {
    const first = elements.findIndex((element) => element.isConnected);
    if (first === -1) return sheet.append(...elements);
    elements[first]?.before(...elements.slice(0, first));
    elements[first]?.after(...elements.slice(first + 1));
  }

  /** Adds all pages and starts drawing them as the user scrolls. */
  function startDrawing(position: number): void {
    addRemaining();
    scroller.goToPosition(elements, position);
    pager.watch();
    resizeObserver.observe(box);
    pager.emitPosition();
  }

  return {
    views,
    scroller,
    destinations,
    queue: pager.queue,
    currentPage: pager.currentPage,
    zoom: zoom.step,
    goTo: pager.goTo,
    showPairs: (pairs: boolean) => {
      if (pairs === wantsPairs) return;
      wantsPairs = pairs;
      relayout();
      pager.emitPosition();
    },
    rotate: () =>
      pager.rotate(() => {
        rotation = (rotation + 90) % 360;
      }),
    /**
     * Draws the page at a position first; the others follow as the user scrolls. Until then the sheet
     * contains only that page: pdf.js draws in animation frames, and in the first of them a browser would lay
     * out all pages of a long document.
     */
    async showFirstPage(position: number): Promise<void> {
      const view = pager.pageAt(position);
      if (!view) return;
      sheet.append(view.element);
      await view.load();
      const job = view.nextJob(scroller.visiblePartOf(view.element), true);
      await job?.run(new AbortController().signal);
      pager.addNear(view);
      startDrawing(position);
    },
    startDrawing,
    close: () => {
      resizeObserver.disconnect();
      zoom.detach();
      pager.close();
    },
  };
}
