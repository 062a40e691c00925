import { viewers as en } from '../../../i18n/en/viewers.ts';
import { viewers as zh } from '../../../i18n/zh/viewers.ts';
import type { FrameOptions } from '../frame/frame.types.ts';
import { attachZoom } from '../zoom.viewer.ts';

/** The maximum page width on a wide screen, in CSS pixels, for comfortable reading. */
const comfortable = 920;
const padding = 8;

/** A rendered document: its pages and their style elements. */
export type Written = { readonly pages: readonly HTMLElement[]; readonly styles: readonly HTMLElement[] };

export type Paper = ReturnType<typeof layPaper>;

const middleOf = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 1;

/** Pages at their own size in a column, scaled together to the width of the viewport. */
export function layPaper(root: HTMLElement, options: FrameOptions) {
  const words = options.language === 'en' ? en : zh;
  const scroller = document.createElement('div');
  scroller.className = 'scroller';
  scroller.tabIndex = 0;
  // A wrapper with the size of the scaled sheet, because a transform does not affect layout.
  const room = document.createElement('div');
  room.className = 'room';
  const sheet = document.createElement('div');
  sheet.className = 'sheet';
  room.append(sheet);
  scroller.append(room);
  root.replaceChildren(scroller);
  root.tabIndex = -1;
  let pages: readonly HTMLElement[] = [];
  let scale = 1;

  const fit = () => {
    const width = middleOf(pages.map((page) => page.offsetWidth));
    return Math.min(comfortable, Math.max(1, scroller.clientWidth - 2 * padding)) / Math.max(1, width);
  };
  const layOut = () => {
    const factor = fit() * scale;
    const width = Math.max(scroller.clientWidth, sheet.offsetWidth * factor);
    sheet.style.transform = `translateX(${(width - sheet.offsetWidth * factor) / 2}px) scale(${factor})`;
    room.style.width = `${width}px`;
    room.style.height = `${sheet.offsetHeight * factor}px`;
  };
  const topOf = (page: HTMLElement) =>
    page.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
  const placeNow = (): number => {
    const line = scroller.clientHeight / 3;
    const atEnd =
      scroller.scrollTop > 0 && scroller.scrollTop + scroller.clientHeight > room.offsetHeight - 2;
    const below = pages.findIndex((page) => topOf(page) > line);
    const index = atEnd || below === -1 ? pages.length - 1 : Math.max(0, below - 1);
    const page = pages[index];
    if (!page) return 1;
    const into = -topOf(page) / Math.max(1, page.getBoundingClientRect().height);
    return index + 1 + Math.min(0.99, Math.max(0, into));
  };
  const goTo = (place: number) => {
    const index = Math.min(pages.length, Math.max(1, Math.floor(place))) - 1;
    const page = pages[index];
    if (!page) return;
    const into = page.getBoundingClientRect().height * Math.max(0, place - index - 1);
    scroller.scrollTop += topOf(page) - padding + into;
  };
  const tell = () => options.onPage(placeNow(), pages.length);
  const zoom = attachZoom({
    scroller,
    layout: (next) => {
      scale = next;
      layOut();
    },
    sharpen: tell,
    range: () => ({ min: 1, max: 6 }),
    keepsDoubleClick: options.mayCopy,
  });
  let width = 0;
  const follow = new ResizeObserver(() => {
    const now = placeNow();
    const isTurned = width !== scroller.clientWidth;
    width = scroller.clientWidth;
    layOut();
    if (isTurned) goTo(now);
  });

  const fill = async (written: Written) => {
    pages = written.pages;
    for (const [index, page] of pages.entries()) {
      page.setAttribute('role', 'region');
      page.setAttribute('aria-label', words.page(index + 1, pages.length));
      page.dataset['part'] = '';
    }
    sheet.replaceChildren(...written.styles, ...pages);
    // Sizes depend on the embedded fonts.
    await document.fonts.ready;
    width = scroller.clientWidth;
    layOut();
    goTo(options.start);
    follow.observe(sheet);
    follow.observe(scroller);
    scroller.addEventListener('scroll', tell, { passive: true });
    tell();
  };
  const goToElement = (element: HTMLElement) => element.scrollIntoView({ block: 'start' });
  const pageOf = (element: HTMLElement): number | null => {
    const index = pages.findIndex((page) => page.contains(element));
    return index === -1 ? null : index + 1;
  };
  return { sheet, fill, goTo, zoom: zoom.step, goToElement, pageOf };
}
