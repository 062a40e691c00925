import { attachZoom } from '../viewer/zoom.viewer.ts';
import type { OfdPage } from './ofd-document.util.ts';
import type { DrawnPage } from './ofd-page.viewer.ts';
import { pageTextOf } from './ofd-page-text.rules.ts';

/** The maximum page width on a wide screen, in CSS pixels, for comfortable reading. */
const maxPageWidthPx = 920;
/** Pages are drawn this far above and below the viewport. */
const drawMargin = '60% 0px';
const paddingPx = 8;

export type PageListOptions = {
  readonly root: HTMLElement;
  readonly pages: readonly OfdPage[];
  readonly draw: (page: number) => Promise<DrawnPage>;
  readonly texts: {
    readonly page: (page: number, pages: number) => string;
    readonly brokenPage: string;
    readonly brokenSeal: string;
  };
  readonly onPage: (page: number, pages: number) => void;
  /** Called whenever a page has been drawn. */
  readonly onDrawn: (page: number, drawn: DrawnPage) => void;
  readonly onRemoved: (page: number) => void;
};

function createNote(text: string, kind: 'broken' | 'lost'): HTMLElement {
  const note = document.createElement('p');
  note.className = kind;
  note.textContent = text;
  return note;
}

/** The pages in a column. Pages far from the viewport are empty. */
export function createPageList({ root, pages, draw, texts, onPage, onDrawn, onRemoved }: PageListOptions) {
  const scroller = document.createElement('div');
  scroller.className = 'scroller';
  scroller.tabIndex = 0;
  const column = document.createElement('div');
  column.className = 'sheet page-column';
  scroller.append(column);
  root.append(scroller);

  const pageSizes = pages.map(({ assumedBox: { width, height } }) => ({ width, height }));
  const pageElements = pages.map((_, index) => {
    const pageElement = document.createElement('div');
    pageElement.className = 'page column-page';
    pageElement.setAttribute('role', 'region');
    pageElement.setAttribute('aria-label', texts.page(index + 1, pages.length));
    return pageElement;
  });
  column.append(...pageElements);
  let rotationDegrees = 0;

  function layOut(index: number) {
    const [pageElement, pageSize] = [pageElements[index], pageSizes[index]];
    if (!pageElement || !pageSize) return;
    const isSideways = rotationDegrees % 180 !== 0;
    const widthAsShown = isSideways ? pageSize.height : pageSize.width;
    const scale = Math.min(maxPageWidthPx, Math.max(1, scroller.clientWidth - 2 * paddingPx)) / widthAsShown;
    const [width, height] = [pageSize.width * scale, pageSize.height * scale];
    pageElement.style.setProperty('--width', `${isSideways ? height : width}px`);
    pageElement.style.setProperty('--height', `${isSideways ? width : height}px`);
    pageElement.style.setProperty('--drawn-width', `${width}px`);
    pageElement.style.setProperty('--drawn-height', `${height}px`);
    pageElement.style.setProperty('--turn', `${rotationDegrees}deg`);
  }
  const layOutAll = () => pageElements.forEach((_, index) => layOut(index));
  layOutAll();

  const shownPages = new Map<number, Promise<DrawnPage | null>>();
  const show = (index: number): Promise<DrawnPage | null> => {
    const showing = shownPages.get(index) ?? drawInto(index);
    shownPages.set(index, showing);
    return showing;
  };
  async function drawInto(index: number): Promise<DrawnPage | null> {
    const pageElement = pageElements[index];
    if (!pageElement) return null;
    try {
      const drawn = await draw(index);
      if (!shownPages.has(index)) return null;
      const heightBefore = pageElement.offsetHeight;
      pageSizes[index] = drawn.box;
      layOut(index);
      // If a page above the viewport is taller than assumed, the visible content must not move.
      if (pageElement.offsetTop + heightBefore <= scroller.scrollTop)
        scroller.scrollTop += pageElement.offsetHeight - heightBefore;
      const textElement = document.createElement('div');
      textElement.className = 'words';
      textElement.textContent = pageTextOf(drawn.runs).text;
      pageElement.replaceChildren(drawn.element, textElement);
      onDrawn(index, drawn);
      const unreadable = await drawn.loadAssets();
      if (unreadable > 0 && pageElement.contains(textElement))
        pageElement.append(createNote(texts.brokenSeal, 'lost'));
      return drawn;
    } catch {
      pageElement.replaceChildren(createNote(texts.brokenPage, 'broken'));
      return null;
    }
  }
  const watcher = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const index = pageElements.indexOf(target as HTMLDivElement);
        if (isIntersecting) void show(index);
        else if (shownPages.delete(index)) {
          pageElements[index]?.replaceChildren();
          onRemoved(index);
        }
      }
    },
    { root: scroller, rootMargin: drawMargin },
  );

  const currentPage = (): number => {
    const maxScrollTop = scroller.scrollHeight - scroller.clientHeight;
    if (scroller.scrollTop < 1) return 0;
    // The last pages may be too short to reach the top of the viewport.
    if (scroller.scrollTop > maxScrollTop - 1) return pageElements.length - 1;
    const referenceLine = scroller.scrollTop + scroller.clientHeight / 3;
    let [low, high] = [0, pageElements.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((pageElements[middle]?.offsetTop ?? 0) <= referenceLine) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const currentPosition = (): number => {
    const page = currentPage();
    const pageElement = pageElements[page];
    const offsetInPage = pageElement
      ? (scroller.scrollTop + paddingPx - pageElement.offsetTop) / Math.max(1, pageElement.offsetHeight)
      : 0;
    return page + 1 + Math.min(0.99, Math.max(0, offsetInPage));
  };
  const goTo = (position: number) => {
    const index = Math.min(pageElements.length, Math.max(1, Math.floor(position))) - 1;
    const target = pageElements[index];
    if (!target) return;
    const offsetInPage = target.offsetHeight * Math.max(0, position - index - 1);
    scroller.scrollTo({ top: target.offsetTop - paddingPx + offsetInPage, behavior: 'instant' });
  };
  const emitPosition = () => onPage(currentPosition(), pageElements.length);
  scroller.addEventListener('scroll', emitPosition, { passive: true });
  const zoom = attachZoom({
    scroller,
    layout: (scale) => column.style.setProperty('--zoom', String(scale)),
    sharpen: () => undefined,
  });
  let laidOutWidth = scroller.clientWidth;
  const relayout = () => {
    const position = currentPosition();
    laidOutWidth = scroller.clientWidth;
    layOutAll();
    goTo(position);
  };
  new ResizeObserver(() => {
    if (scroller.clientWidth !== laidOutWidth) relayout();
  }).observe(scroller);

  return {
    show,
    goTo,
    currentPage,
    zoom: zoom.step,
    rotate: () => {
      rotationDegrees = (rotationDegrees + 90) % 360;
      relayout();
    },
    watch: () => {
      for (const pageElement of pageElements) watcher.observe(pageElement);
      emitPosition();
    },
  };
}
export type OfdPageList = ReturnType<typeof createPageList>;
