import type { Size } from '../pdf/pdf-layout.rules.ts';
import type { PageJob } from '../pdf/pdf-page.viewer.ts';
import { createQueue } from '../pdf/pdf-queue.viewer.ts';
import { createScroller, padding } from '../pdf/pdf-scroller.viewer.ts';
import type { ViewerStage } from '../viewer.types.ts';
import { attachZoom, zoomRange } from '../zoom.viewer.ts';
import { attachDrag } from './drag.viewer.ts';
import styles from './image.module.css';
import type { Pictures } from './picture.types.ts';
import { pagePixels, wholePixels } from './picture-budget.rules.ts';
import { unitOf } from './picture-layout.rules.ts';
import { createPicturePage, type PicturePage } from './picture-page.viewer.ts';

/** Pages are drawn this far above and below the viewport. */
const margin = '60% 0px';
/** Pages are not sharpened while the user scrolls past them. */
const settleDelay = 140;
/** The largest zoom of a bitmap: device pixels per picture pixel. */
const closest = 2;
/** The largest zoom of a vector drawing, relative to the fitted size. */
const closestDrawn = 20;

/** All pictures of a document in a column. Only pages near the viewport have canvases. */
export function createPictures(stage: ViewerStage, pictures: Pictures, first: Size, finest: number) {
  const { container, watermark, words, label, onPage } = stage;
  const isSingle = pictures.count === 1;
  const scroller = createScroller(stage);
  const { element: box, sheet } = scroller;
  box.classList.add(styles.scroller ?? '');
  sheet.className = styles.sheet ?? '';
  if (isSingle) sheet.dataset['single'] = '';
  const near = new Set<PicturePage>();
  let turns = 0;
  let moves = false;
  let settle: ReturnType<typeof setTimeout> | undefined;

  const room = () => {
    const [width, height] = [container.clientWidth, container.clientHeight];
    return isSingle ? { width, height } : { width: Math.max(1, width - 2 * padding), height };
  };
  const look = {
    unit: (size: Size) => unitOf(size, room(), { isSingle, isDrawn: finest > 1 }),
    zoom: () => zoom.scale(),
    turns: () => turns,
  };
  const next = (): PageJob | null => {
    let best: PageJob | null = null;
    for (const page of [...near].sort((one, other) => one.number - other.number)) {
      const job = page.next(scroller.seenOf(page.element), moves);
      if (job && (best === null || job.rank < best.rank)) best = job;
    }
    return best;
  };
  const queue = createQueue(next, () => undefined);
  const pages = Array.from({ length: pictures.count }, (_, index) =>
    createPicturePage({
      load: () => pictures.at(index),
      number: index + 1,
      assumed: first,
      look,
      mostPixels: isSingle ? wholePixels : pagePixels,
      watermark,
      label: isSingle ? label : words.page(index + 1, pictures.count),
      brokenText: words.brokenPage,
      resize: (element, change) => scroller.keepingPlace(element, change),
    }),
  );
  const elements = pages.map(({ element }) => element);
  const pageOf = new Map<Element, PicturePage>(pages.map((page) => [page.element, page]));
  sheet.append(...elements);
  const tellPage = () => onPage(scroller.placeIn(elements), pages.length);

  const zoom = attachZoom({
    scroller: box,
    range: () => ({
      min: zoomRange.min,
      max: Math.max(
        zoomRange.max,
        finest > 1 ? closestDrawn : closest / (look.unit(first) * globalThis.devicePixelRatio),
      ),
    }),
    layout: (scale) => sheet.style.setProperty('--zoom', String(scale)),
    sharpen: queue.wake,
  });
  const endDrag = attachDrag(box);
  const watcher = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const page = pageOf.get(target);
        if (!page) continue;
        if (isIntersecting) near.add(page);
        else if (near.delete(page)) page.drop();
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
    for (const page of pages) page.place();
    scroller.goToPlace(elements, place);
    queue.restart();
  };
  const laidOut = () => `${container.clientWidth} ${container.clientHeight}`;
  let lastLaidOut = laidOut();
  const resized = new ResizeObserver(() => {
    if (lastLaidOut === laidOut()) return;
    lastLaidOut = laidOut();
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
        turns = (turns + 1) % 4;
        for (const page of near) page.drop();
      }),
    /** Draws the page at a position first; the others follow as the user scrolls. */
    async begin(place: number): Promise<void> {
      const page = pages[Math.floor(place) - 1] ?? pages[0];
      if (!page) return;
      await page.load();
      scroller.goToPlace(elements, place);
      try {
        await page.drawBase(stage.signal);
      } catch (error) {
        // With several pages the others can still be shown.
        if (isSingle) throw error;
      }
      near.add(page);
      for (const element of elements) watcher.observe(element);
      resized.observe(container);
      tellPage();
    },
    close: () => {
      clearTimeout(settle);
      watcher.disconnect();
      resized.disconnect();
      zoom.end();
      endDrag();
      queue.end();
      for (const page of pages) if (page.hasPixels()) page.drop();
      box.remove();
    },
  };
}
