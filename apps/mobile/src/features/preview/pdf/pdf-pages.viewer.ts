import type { ViewerStage } from '../viewer.types.ts';
import { attachZoom, zoomRange } from '../zoom.viewer.ts';
import { createDestinations, type Target } from './pdf-destinations.adapter.ts';
import type { PdfDocument } from './pdf-document.adapter.ts';
import { type Size, turned } from './pdf-layout.rules.ts';
import { createPage, type PageJob, type PageView } from './pdf-page.viewer.ts';
import { createQueue } from './pdf-queue.viewer.ts';
import { createScroller } from './pdf-scroller.viewer.ts';

/** The maximum page width on a wide screen, in CSS pixels, for comfortable reading. */
const comfortable = 920;
/** From this viewport width on, a page may also be reduced, so that it is completely visible. */
const wide = 700;
const leastWhereWide = 0.4;
/** The largest zoom, in CSS pixels per point, at which the smallest print of any sheet is readable. */
const legible = 4;
/** Pages are drawn this far above and below the viewport. */
const margin = '60% 0px';
/** Pages are not sharpened while the user scrolls past them. */
const settleDelay = 140;
/** pdf.js caches fonts and pictures of every page it has drawn. They are cleaned up after this many pages. */
const tidyAfter = 8;

export type Pages = ReturnType<typeof createPages>;

/** All pages of a document in a column. Only pages near the viewport have canvases. */
export function createPages(stage: ViewerStage, opened: PdfDocument, first: Size) {
  const { numPages } = opened.current();
  const { watermark, mayCopy, words, onPage } = stage;
  const scroller = createScroller(stage);
  const { element: box, sheet } = scroller;
  const near = new Set<PageView>();
  let rotation = 0;
  let moves = false;
  let left = 0;
  let renews = false;
  let settle: ReturnType<typeof setTimeout> | undefined;

  const unit = ({ width }: Size) => {
    const room = Math.min(comfortable, scroller.room());
    // A page wider than the first one is fitted to the width; a narrower one keeps its relative size.
    return Math.min(room / turned(first, rotation).width, room / width);
  };
  const next = (): PageJob | null => {
    if (renews || opened.isHeavy()) return null;
    let best: PageJob | null = null;
    for (const view of [...near].sort((one, other) => one.number - other.number)) {
      const job = view.next(scroller.seenOf(view.element), moves);
      if (job && (best === null || job.rank < best.rank)) best = job;
    }
    return best;
  };
  const tidy = () => {
    if (renews) return;
    if (opened.isHeavy()) {
      renews = true;
      void opened.renew().finally(() => {
        renews = false;
        queue.wake();
      });
      return;
    }
    if (left < tidyAfter) return;
    left = 0;
    // `cleanup` rejects while a page is being drawn; a later call cleans up.
    opened
      .current()
      .cleanup()
      .catch(() => undefined);
  };
  const queue = createQueue(next, tidy);
  const destinations = createDestinations(opened, showTarget);
  const look = { unit, zoom: () => zoom.scale(), rotation: () => rotation };
  const views = Array.from({ length: numPages }, (_, index) =>
    createPage({
      document: opened,
      number: index + 1,
      assumed: first,
      look,
      destinations,
      watermark,
      mayCopy,
      label: words.page(index + 1, numPages),
      brokenText: words.brokenPage,
      linkLabel: words.link,
      resize: (element, change) => scroller.keepingPlace(element, change),
    }),
  );
  const elements = views.map(({ element }) => element);
  const viewOf = new Map<Element, PageView>(views.map((view) => [view.element, view]));
  const tellPage = () => {
    // The current page is known only when all pages are in the sheet.
    if (sheet.childElementCount === views.length) onPage(scroller.placeIn(elements), views.length);
  };

  const zoom = attachZoom({
    scroller: box,
    keepsDoubleClick: mayCopy,
    range: () => ({
      min: box.clientWidth < wide ? zoomRange.min : leastWhereWide,
      max: Math.max(zoomRange.max, legible / unit(first)),
    }),
    layout: (scale) => sheet.style.setProperty('--zoom', String(scale)),
    sharpen: queue.restart,
  });
  const leave = (view: PageView) => {
    if (!near.delete(view)) return;
    const wasBusy = view.isBusy();
    left += 1;
    view.drop();
    if (wasBusy) queue.restart();
  };
  const watcher = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const view = viewOf.get(target);
        if (!view) continue;
        if (isIntersecting) near.add(view);
        else leave(view);
      }
      queue.wake();
    },
    { root: box, rootMargin: margin },
  );
  box.addEventListener(
    'scroll',
    () => {
      tellPage();
      moves = true;
      clearTimeout(settle);
      settle = setTimeout(() => {
        moves = false;
        queue.wake();
      }, settleDelay);
    },
    { passive: true },
  );
  /** Lays out all pages again and restores the reading position. */
  const relayout = (change: () => void) => {
    const place = scroller.placeIn(elements);
    change();
    for (const view of views) view.place();
    scroller.goToPlace(elements, place);
    queue.restart();
  };
  let laidOut = box.clientWidth;
  const resized = new ResizeObserver(() => {
    if (box.clientWidth === laidOut) return queue.wake();
    relayout(() => {
      laidOut = box.clientWidth;
    });
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
  function go(place: number): void {
    addRemaining();
    scroller.goToPlace(elements, place);
    for (const element of elements) watcher.observe(element);
    resized.observe(box);
    tellPage();
  }

  return {
    views,
    scroller,
    destinations,
    queue,
    seen: () => Math.floor(scroller.placeIn(elements)),
    zoom: zoom.step,
    goTo: (page: number) => {
      const target = elements[page - 1];
      if (target) scroller.goTo(target, 0);
    },
    rotate: () =>
      relayout(() => {
        rotation = (rotation + 90) % 360;
        for (const view of near) view.drop();
      }),
    /**
     * Draws the page at a position first; the others follow as the user scrolls. Until then the sheet
     * contains only that page: pdf.js draws in animation frames, and in the first of them a browser would lay
     * out all pages of a long document.
     */
    async begin(place: number): Promise<void> {
      const view = views[Math.floor(place) - 1] ?? views[0];
      if (!view) return;
      sheet.append(view.element);
      await view.load();
      const job = view.next(scroller.seenOf(view.element), true);
      await job?.run(new AbortController().signal);
      near.add(view);
      go(place);
    },
    go,
    close: () => {
      clearTimeout(settle);
      watcher.disconnect();
      resized.disconnect();
      zoom.end();
      queue.end();
      for (const view of views) if (view.hasPixels()) view.drop();
      box.remove();
    },
  };
}
