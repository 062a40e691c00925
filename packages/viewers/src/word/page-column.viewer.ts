import type { FrameOptions } from '../frame/frame.types.ts';
import { viewers as en } from '../texts/en/viewers.ts';
import { viewers as zh } from '../texts/zh/viewers.ts';
import { attachZoom } from '../viewer/zoom.viewer.ts';

/** The maximum page width on a wide screen, in CSS pixels, for comfortable reading. */
const maxPageWidthPx = 920;
const paddingPx = 8;

/** A rendered document: its pages and their style elements. */
export type RenderedDocument = {
  readonly pages: readonly HTMLElement[];
  readonly styles: readonly HTMLElement[];
};

export type PageColumn = ReturnType<typeof createPageColumn>;

const medianOf = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 1;

/** Pages at their own size in a column, scaled together to the width of the viewport. */
export function createPageColumn(root: HTMLElement, options: FrameOptions) {
  const words = options.language === 'en' ? en : zh;
  const scroller = document.createElement('div');
  scroller.className = 'scroller';
  scroller.tabIndex = 0;
  // A wrapper with the size of the scaled sheet, because a transform does not affect layout.
  const scaledArea = document.createElement('div');
  scaledArea.className = 'room';
  const sheet = document.createElement('div');
  sheet.className = 'sheet';
  scaledArea.append(sheet);
  scroller.append(scaledArea);
  const pending = Object.assign(document.createElement('p'), { className: 'pending' });
  pending.setAttribute('role', 'status');
  root.replaceChildren(scroller);
  root.tabIndex = -1;
  let pages: readonly HTMLElement[] = [];
  let scale = 1;

  const fitScale = () => {
    const width = medianOf(pages.map((page) => page.offsetWidth));
    return Math.min(maxPageWidthPx, Math.max(1, scroller.clientWidth - 2 * paddingPx)) / Math.max(1, width);
  };
  const layOut = () => {
    const factor = fitScale() * scale;
    const width = Math.max(scroller.clientWidth, sheet.offsetWidth * factor);
    sheet.style.transform = `translateX(${(width - sheet.offsetWidth * factor) / 2}px) scale(${factor})`;
    scaledArea.style.width = `${width}px`;
    scaledArea.style.height = `${sheet.offsetHeight * factor}px`;
  };
  const topOf = (page: HTMLElement) =>
    page.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
  const currentPosition = (): number => {
    const referenceLine = scroller.clientHeight / 3;
    const isAtEnd =
      scroller.scrollTop > 0 && scroller.scrollTop + scroller.clientHeight > scaledArea.offsetHeight - 2;
    const firstBelow = pages.findIndex((page) => topOf(page) > referenceLine);
    const index = isAtEnd || firstBelow === -1 ? pages.length - 1 : Math.max(0, firstBelow - 1);
    const page = pages[index];
    if (!page) return 1;
    const offsetInPage = -topOf(page) / Math.max(1, page.getBoundingClientRect().height);
    return index + 1 + Math.min(0.99, Math.max(0, offsetInPage));
  };
  const goTo = (position: number) => {
    const index = Math.min(pages.length, Math.max(1, Math.floor(position))) - 1;
    const page = pages[index];
    if (!page) return;
    const offsetInPage = page.getBoundingClientRect().height * Math.max(0, position - index - 1);
    scroller.scrollTop += topOf(page) - paddingPx + offsetInPage;
  };
  /** While pages are missing, their number is unknown. */
  let isComplete = false;
  const emitPosition = () => {
    if (isComplete) options.onPage(currentPosition(), pages.length);
  };
  const zoom = attachZoom({
    scroller,
    layout: (next) => {
      scale = next;
      layOut();
    },
    sharpen: emitPosition,
    range: () => ({ min: 1, max: 6 }),
    isTextSelectable: options.mayCopy,
  });
  let width = 0;
  const resizeObserver = new ResizeObserver(() => {
    const position = currentPosition();
    const isWidthChanged = width !== scroller.clientWidth;
    width = scroller.clientWidth;
    layOut();
    if (isWidthChanged) goTo(position);
  });

  const insert = async (rendered: RenderedDocument) => {
    pages = rendered.pages;
    for (const page of pages) page.dataset['part'] = '';
    sheet.replaceChildren(...rendered.styles, ...pages);
    // Sizes depend on the embedded fonts.
    await document.fonts.ready;
    width = scroller.clientWidth;
    layOut();
  };
  const observe = () => {
    resizeObserver.observe(sheet);
    resizeObserver.observe(scroller);
    scroller.addEventListener('scroll', emitPosition, { passive: true });
  };
  /** Shows the first pages, and below them that others follow. */
  const showFirst = async (rendered: RenderedDocument) => {
    pending.textContent = words.word.pending;
    scroller.append(pending);
    await insert(rendered);
    observe();
  };
  /** Shows all pages: after the first ones at the same place, otherwise where the reader was. */
  const show = async (rendered: RenderedDocument) => {
    const { scrollTop, scrollLeft } = scroller;
    const isContinued = pages.length > 0;
    for (const [index, page] of rendered.pages.entries()) {
      page.setAttribute('role', 'region');
      page.setAttribute('aria-label', words.page(index + 1, rendered.pages.length));
    }
    await insert(rendered);
    pending.remove();
    isComplete = true;
    if (isContinued) scroller.scrollTo({ top: scrollTop, left: scrollLeft, behavior: 'instant' });
    else {
      goTo(options.start);
      observe();
    }
    emitPosition();
  };
  const goToElement = (element: HTMLElement) => element.scrollIntoView({ block: 'start' });
  const pageOf = (element: HTMLElement): number | null => {
    const index = pages.findIndex((page) => page.contains(element));
    return index === -1 ? null : index + 1;
  };
  return { sheet, showFirst, show, goTo, zoom: zoom.step, goToElement, pageOf };
}
