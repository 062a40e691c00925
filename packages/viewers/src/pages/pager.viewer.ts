import type { ViewerStage } from '../viewer/viewer.types.ts';
import { createJobQueue, type PageJob } from './job-queue.util.ts';
import type { Box } from './page-layout.rules.ts';
import type { Scroller } from './scroller.viewer.ts';

/** Pages are drawn this far above and below the viewport. */
const drawMargin = '60% 0px';
/** Pages are not sharpened while the user scrolls past them. */
const settleDelayMs = 140;

export type PagerPage = {
  readonly number: number;
  readonly element: HTMLElement;
  /**
   * The next drawing job, or null. `visible` is the visible box, null where the page is only near the viewport.
   */
  readonly nextJob: (visible: Box | null, isScrolling: boolean) => PageJob | null;
  readonly applySize: () => void;
  readonly hasPixels: () => boolean;
  /** Releases the canvases. */
  readonly drop: () => void;
};

type PagerOptions<Page> = Pick<ViewerStage, 'onPage'> & {
  readonly scroller: Scroller;
  readonly pages: readonly Page[];
  /** Whether no page may be drawn at the moment. */
  readonly isPaused?: () => boolean;
  /** Called when no page has a job. */
  readonly onIdle?: () => void;
  /** Called when a page has left the surroundings of the viewport. */
  readonly onLeave: (page: Page) => void;
};

/** Draws the pages of a column that are near the viewport, the visible ones first. Only they have canvases. */
export function createPager<Page extends PagerPage>(options: PagerOptions<Page>) {
  const { scroller, pages, onPage, isPaused = () => false, onIdle = () => undefined, onLeave } = options;
  const { element: box, sheet } = scroller;
  const elements = pages.map(({ element }) => element);
  const pageOf = new Map<Element, Page>(pages.map((page) => [page.element, page]));
  const nearPages = new Set<Page>();
  let isScrolling = false;
  let settleTimer: ReturnType<typeof setTimeout> | undefined;

  const nextJob = (): PageJob | null => {
    if (isPaused()) return null;
    let best: PageJob | null = null;
    for (const page of [...nearPages].sort((one, other) => one.number - other.number)) {
      const job = page.nextJob(scroller.visiblePartOf(page.element), isScrolling);
      if (job && (best === null || job.rank < best.rank)) best = job;
    }
    return best;
  };
  const queue = createJobQueue(nextJob, onIdle);
  const emitPosition = () => {
    // The current page is known only when all pages are in the sheet.
    if (sheet.childElementCount === pages.length) onPage(scroller.positionIn(elements), pages.length);
  };
  const watcher = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const page = pageOf.get(target);
        if (!page) continue;
        if (isIntersecting) nearPages.add(page);
        else if (nearPages.delete(page)) onLeave(page);
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

  return {
    elements,
    queue,
    relayout,
    emitPosition,
    /** The page at a position; the first one where the position is outside. */
    pageAt: (position: number) => pages[Math.floor(position) - 1] ?? pages[0],
    currentPage: () => Math.floor(scroller.positionIn(elements)),
    goTo: (page: number) => {
      const target = elements[page - 1];
      if (target) scroller.goTo(target, 0);
    },
    /** Lays out all pages after a rotation and draws those near the viewport again. */
    rotate: (change: () => void) =>
      relayout(() => {
        change();
        for (const page of nearPages) page.drop();
      }),
    /** Adds a page that is already drawn to those near the viewport. */
    addNear: (page: Page) => void nearPages.add(page),
    /** Starts drawing pages as they come near the viewport. */
    watch(): void {
      for (const element of elements) watcher.observe(element);
    },
    close(): void {
      clearTimeout(settleTimer);
      watcher.disconnect();
      queue.end();
      for (const page of pages) if (page.hasPixels()) page.drop();
      box.remove();
    },
  };
}
