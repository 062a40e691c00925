import { createJobQueue } from '../pdf/job-queue.util.ts';
import type { Size } from '../pdf/pdf-layout.rules.ts';
import type { PageJob } from '../pdf/pdf-page.viewer.ts';
import { createScroller, pagePaddingPx } from '../pdf/pdf-scroller.viewer.ts';
import type { ViewerStage } from '../viewer/viewer.types.ts';
import { attachZoom, zoomRange } from '../viewer/zoom.viewer.ts';
import { attachDrag } from './drag.viewer.ts';
import styles from './image.module.css';
import type { Pictures } from './picture.types.ts';
import { maxPagePixels, maxPicturePixels } from './picture-budget.rules.ts';
import { fittedScale } from './picture-layout.rules.ts';
import { createPicturePage, type PicturePage } from './picture-page.viewer.ts';

/** Pages are drawn this far above and below the viewport. */
const drawMargin = '60% 0px';
/** Pages are not sharpened while the user scrolls past them. */
const settleDelayMs = 140;
/** The largest zoom of a bitmap: device pixels per picture pixel. */
const maxBitmapZoom = 2;
/** The largest zoom of a vector drawing, relative to the fitted size. */
const maxVectorZoom = 20;

/** All pictures of a document in a column. Only pages near the viewport have canvases. */
export function createPictures(stage: ViewerStage, pictures: Pictures, first: Size, maxScale: number) {
  const { container, watermark, words, label, onPage } = stage;
  const isSingle = pictures.count === 1;
  const scroller = createScroller(stage);
  const { element: box, sheet } = scroller;
  box.classList.add(styles.scroller ?? '');
  sheet.className = styles.sheet ?? '';
  if (isSingle) sheet.dataset['single'] = '';
  const nearPages = new Set<PicturePage>();
  let quarterTurns = 0;
  let isScrolling = false;
  let settleTimer: ReturnType<typeof setTimeout> | undefined;

  const viewport = () => {
    const [width, height] = [container.clientWidth, container.clientHeight];
    return isSingle ? { width, height } : { width: Math.max(1, width - 2 * pagePaddingPx), height };
  };
  const settings = {
    fittedScale: (size: Size) => fittedScale(size, viewport(), { isSingle, isVector: maxScale > 1 }),
    zoom: () => zoom.scale(),
    quarterTurns: () => quarterTurns,
  };
  const nextJob = (): PageJob | null => {
    let best: PageJob | null = null;
    for (const page of [...nearPages].sort((one, other) => one.number - other.number)) {
      const job = page.nextJob(scroller.visiblePartOf(page.element), isScrolling);
      if (job && (best === null || job.rank < best.rank)) best = job;
    }
    return best;
  };
  const queue = createJobQueue(nextJob, () => undefined);
  const pages = Array.from({ length: pictures.count }, (_, index) =>
    createPicturePage({
      load: () => pictures.pictureAt(index),
      number: index + 1,
      assumedSize: first,
      settings,
      maxPixels: isSingle ? maxPicturePixels : maxPagePixels,
      watermark,
      label: isSingle ? label : words.page(index + 1, pictures.count),
      brokenText: words.brokenPage,
      preserveScrollDuring: (element, change) => scroller.preserveScrollDuring(element, change),
    }),
  );
  const elements = pages.map(({ element }) => element);
  const pageOf = new Map<Element, PicturePage>(pages.map((page) => [page.element, page]));
  sheet.append(...elements);
  const emitPosition = () => onPage(scroller.positionIn(elements), pages.length);

  const zoom = attachZoom({
    scroller: box,
    range: () => ({
      min: zoomRange.min,
      max: Math.max(
        zoomRange.max,
        maxScale > 1
          ? maxVectorZoom
          : maxBitmapZoom / (settings.fittedScale(first) * globalThis.devicePixelRatio),
      ),
    }),
    layout: (scale) => sheet.style.setProperty('--zoom', String(scale)),
    sharpen: queue.wake,
  });
  const detachDrag = attachDrag(box);
  const watcher = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const page = pageOf.get(target);
        if (!page) continue;
        if (isIntersecting) nearPages.add(page);
        else if (nearPages.delete(page)) page.drop();
      }
      queue.wake();
    },
    { root: box, rootMargin: drawMargin },
  );
  box.addEventListener(
    'scroll',
    () => {
      emitPosition();
      isScrolling = true;
      clearTimeout(settleTimer);
      settleTimer = setTimeout(() => {
        isScrolling = false;
        queue.wake();
      }, settleDelayMs);
    },
    { passive: true },
  );
  /** Lays out all pages again and restores the reading position. */
  const relayout = (change: () => void) => {
    const position = scroller.positionIn(elements);
    change();
    for (const page of pages) page.applySize();
    scroller.goToPosition(elements, position);
    queue.restart();
  };
  const containerSize = () => `${container.clientWidth} ${container.clientHeight}`;
  let lastContainerSize = containerSize();
  const resizeObserver = new ResizeObserver(() => {
    if (lastContainerSize === containerSize()) return;
    lastContainerSize = containerSize();
    relayout(() => undefined);
  });

  return {
    pages,
    zoom: zoom.step,
    goTo: (page: number) => {
      const target = elements[page - 1];
      if (target) scroller.goTo(target, 0);
    },
    rotate: () =>
      relayout(() => {
        quarterTurns = (quarterTurns + 1) % 4;
        for (const page of nearPages) page.drop();
      }),
    /** Draws the page at a position first; the others follow as the user scrolls. */
    async showFirstPage(position: number): Promise<void> {
      const page = pages[Math.floor(position) - 1] ?? pages[0];
      if (!page) return;
      await page.load();
      scroller.goToPosition(elements, position);
      try {
        await page.drawBase(stage.signal);
      } catch (error) {
        // With several pages the others can still be shown.
        if (isSingle) throw error;
      }
      nearPages.add(page);
      for (const element of elements) watcher.observe(element);
      resizeObserver.observe(container);
      emitPosition();
    },
    close: () => {
      clearTimeout(settleTimer);
      watcher.disconnect();
      resizeObserver.disconnect();
      zoom.detach();
      detachDrag();
      queue.end();
      for (const page of pages) if (page.hasPixels()) page.drop();
      box.remove();
    },
  };
}
