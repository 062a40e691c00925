import previewStyles from '../preview.module.css';
import type { ViewerStage } from '../viewer.types.ts';
import styles from './pdf.module.css';
import type { Box } from './pdf-layout.rules.ts';

/** Padding around a page, in CSS pixels. */
export const padding = 8;

export type Scroller = ReturnType<typeof createScroller>;

/** The scrolling column of pages and the reading position in it. */
export function createScroller({ container, label, mayCopy }: ViewerStage) {
  const element = document.createElement('div');
  element.className = previewStyles.scroller ?? '';
  element.tabIndex = 0;
  element.setAttribute('role', 'document');
  element.setAttribute('aria-label', label);
  if (!mayCopy) {
    const refuse = (event: Event) => event.preventDefault();
    element.addEventListener('copy', refuse);
    element.addEventListener('contextmenu', refuse);
  }
  const sheet = document.createElement('div');
  sheet.className = styles.sheet ?? '';
  element.append(sheet);
  container.append(element);

  const scrollTo = (top: number, left?: number) =>
    element.scrollTo({ top, ...(left === undefined ? {} : { left }), behavior: 'instant' });
  /** The reference line of the reading position: a third of the viewport from the top. */
  const eye = () => element.scrollTop + element.clientHeight / 3;

  return {
    element,
    sheet,
    room: () => Math.max(1, element.clientWidth - 2 * padding),
    /** The visible part of a page in CSS pixels from its corner; null where it is out of sight. */
    seenOf(page: HTMLElement): Box | null {
      const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = page;
      const { scrollLeft, scrollTop, clientWidth, clientHeight } = element;
      const seen = {
        left: Math.max(0, scrollLeft - offsetLeft),
        top: Math.max(0, scrollTop - offsetTop),
        right: Math.min(offsetWidth, scrollLeft + clientWidth - offsetLeft),
        bottom: Math.min(offsetHeight, scrollTop + clientHeight - offsetTop),
      };
      return seen.right > seen.left && seen.bottom > seen.top ? seen : null;
    },
    /** If a page above the viewport is taller than assumed, the visible content must not move. */
    keepingPlace(page: HTMLElement, change: () => void): void {
      const [top, before] = [page.offsetTop, page.offsetHeight];
      change();
      if (page.isConnected && top + before <= eye()) {
        element.scrollTop += page.offsetHeight - before;
      }
    },
    /** The page at the reference line, with the fraction of it that lies above. */
    placeIn(pages: readonly HTMLElement[]): number {
      const line = eye();
      let [low, high] = [0, pages.length - 1];
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((pages[middle]?.offsetTop ?? 0) <= line) low = middle;
        else high = middle - 1;
      }
      const page = pages[low];
      if (!page || element.scrollTop <= 0) return 1;
      const within = (line - page.offsetTop) / Math.max(1, page.offsetHeight);
      return low + 1 + Math.min(0.999, Math.max(0, within));
    },
    /** Scrolls a position to the reference line, the inverse of `positionIn`. */
    goToPlace(pages: readonly HTMLElement[], place: number): void {
      const page = pages[Math.floor(place) - 1];
      if (!page || place <= 1) return;
      scrollTo(page.offsetTop + (place % 1) * page.offsetHeight - element.clientHeight / 3);
    },
    /** Scrolls a point of a page, given as a share of its height, to the top edge. */
    goTo(page: HTMLElement, share: number): void {
      scrollTo(page.offsetTop + share * page.offsetHeight - padding);
    },
    /** Scrolls a rectangle of a page, given in shares, into view unless it is visible. */
    reveal(page: HTMLElement, { left, top, width, height }: DOMRectReadOnly): void {
      const [x, y] = [page.offsetLeft + left * page.offsetWidth, page.offsetTop + top * page.offsetHeight];
      const { scrollLeft, scrollTop, clientWidth, clientHeight } = element;
      const isInSight =
        y >= scrollTop + padding &&
        y + height * page.offsetHeight <= scrollTop + clientHeight - padding &&
        x >= scrollLeft &&
        x + width * page.offsetWidth <= scrollLeft + clientWidth;
      if (!isInSight) scrollTo(y - clientHeight / 3, x - clientWidth / 3);
    },
  };
}
