import type { ViewerStage } from '../viewer/viewer.types.ts';
import type { Box } from './page-layout.rules.ts';
import styles from './pages.module.css';
import './page-column.css';

/** Padding around a page, in CSS pixels. */
export const pagePaddingPx = 8;

/** The gap between two pages, in CSS pixels. */
const pageGapPx = 8;

export type Scroller = ReturnType<typeof createScroller>;

/** The scrolling column of pages and the reading position in it. */
export function createScroller({ container, label, mayCopy }: ViewerStage) {
  const element = document.createElement('div');
  element.className = styles.scroller ?? '';
  element.tabIndex = 0;
  element.setAttribute('role', 'document');
  element.setAttribute('aria-label', label);
  if (!mayCopy) {
    const preventDefault = (event: Event) => event.preventDefault();
    element.addEventListener('copy', preventDefault);
    element.addEventListener('contextmenu', preventDefault);
  }
  const sheet = document.createElement('div');
  sheet.classList.add('page-column', styles.sheet ?? '');
  element.append(sheet);
  container.append(element);

  let isInPairs = false;

  const scrollTo = (top: number, left?: number) =>
    element.scrollTo({ top, ...(left === undefined ? {} : { left }), behavior: 'instant' });
  /** The reference line of the reading position: a third of the viewport from the top. */
  const referenceLine = () => element.scrollTop + element.clientHeight / 3;

  return {
    element,
    sheet,
    /** The width that a page may have at zoom 1. */
    availableWidth: (): number => {
      const width = element.clientWidth - 2 * pagePaddingPx;
      return Math.max(1, isInPairs ? (width - pageGapPx) / 2 - 1 : width);
    },
    /** Lays out the pages in pairs, or in a column; `pageWidth` is asked for the widest page in the new layout. */
    setPairs(pairs: boolean, pageWidth: () => number): void {
      isInPairs = pairs;
      sheet.toggleAttribute('data-pairs', pairs);
      sheet.style.setProperty('--pair', `${2 * pageWidth()}px`);
    },
    isInPairs: () => isInPairs,
    /** The visible part of a page in CSS pixels from its corner; null where it is out of sight. */
    visiblePartOf(page: HTMLElement): Box | null {
      const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = page;
      const { scrollLeft, scrollTop, clientWidth, clientHeight } = element;
      const visible = {
        left: Math.max(0, scrollLeft - offsetLeft),
        top: Math.max(0, scrollTop - offsetTop),
        right: Math.min(offsetWidth, scrollLeft + clientWidth - offsetLeft),
        bottom: Math.min(offsetHeight, scrollTop + clientHeight - offsetTop),
      };
      return visible.right > visible.left && visible.bottom > visible.top ? visible : null;
    },
    /** If a page above the viewport is taller than assumed, the visible content must not move. */
    preserveScrollDuring(page: HTMLElement, change: () => void): void {
      const bottom = page.offsetTop + page.offsetHeight;
      const before = sheet.offsetHeight;
      change();
      // A page that becomes as tall as the one beside it does not move the pages below.
      if (page.isConnected && bottom <= referenceLine()) element.scrollTop += sheet.offsetHeight - before;
    },
    /** The page at the reference line, the left one of a pair, with the fraction of it that lies above. */
    positionIn(pages: readonly HTMLElement[]): number {
      const line = referenceLine();
      let [low, high] = [0, pages.length - 1];
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((pages[middle]?.offsetTop ?? 0) <= line) low = middle;
        else high = middle - 1;
      }
      if (isInPairs) low -= low % 2;
      const page = pages[low];
      if (!page || element.scrollTop <= 0) return 1;
      const shareAbove = (line - page.offsetTop) / Math.max(1, page.offsetHeight);
      return low + 1 + Math.min(0.999, Math.max(0, shareAbove));
    },
    /** Scrolls a position to the reference line, the inverse of `positionIn`. */
    goToPosition(pages: readonly HTMLElement[], position: number): void {
      const page = pages[Math.floor(position) - 1];
      if (!page || position <= 1) return;
      scrollTo(page.offsetTop + (position % 1) * page.offsetHeight - element.clientHeight / 3);
    },
    /** Scrolls a point of a page, given as a share of its height, to the top edge. */
    goTo(page: HTMLElement, share: number): void {
      scrollTo(page.offsetTop + share * page.offsetHeight - pagePaddingPx);
    },
    /** Scrolls a rectangle of a page, given in shares, into view unless it is visible. */
    reveal(page: HTMLElement, { left, top, width, height }: DOMRectReadOnly): void {
      const [x, y] = [page.offsetLeft + left * page.offsetWidth, page.offsetTop + top * page.offsetHeight];
      const { scrollLeft, scrollTop, clientWidth, clientHeight } = element;
      const isInSight =
        y >= scrollTop + pagePaddingPx &&
        y + height * page.offsetHeight <= scrollTop + clientHeight - pagePaddingPx &&
        x >= scrollLeft &&
        x + width * page.offsetWidth <= scrollLeft + clientWidth;
      if (!isInSight) scrollTo(y - clientHeight / 3, x - clientWidth / 3);
    },
  };
}
