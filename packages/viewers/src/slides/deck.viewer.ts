import { addStyle } from '../frame/add-style.viewer.ts';
import type { FrameOptions, FrameView } from '../frame/frame.types.ts';
import pageColumnCss from '../pages/page-column.css?inline';
import { createDomSearch } from '../text/dom-search.viewer.ts';
import { nextTask } from '../viewer/next-task.util.ts';
import { attachZoom } from '../viewer/zoom.viewer.ts';
import { createSlideElements, type SlideElement, type SlideLabels, showTexts } from './slide-list.viewer.ts';
import type { SlideRenderer } from './slide-renderer.viewer.ts';
import { textsOfNodes } from './slide-text.rules.ts';
import css from './slides.css?inline';
import type { Deck } from './slides.types.ts';

type DeckOptions = Pick<FrameOptions, 'start' | 'onPage'> & {
  readonly words: SlideLabels;
  readonly renderer: SlideRenderer | null;
};

/** Slides are drawn this far above and below the viewport. */
const drawMargin = '120% 0px';
const emuPerPixel = 9525;
/** The gap between slides and around them, in CSS pixels. */
const gapPx = 8;
const maxTitleLength = 80;

/** Shows a presentation: slides in a column, drawn while they are near the viewport. */
export async function showDeck(root: HTMLElement, deck: Deck, options: DeckOptions): Promise<FrameView> {
  const { words, renderer, start, onPage } = options;
  addStyle(pageColumnCss, css);
  const slideElements = createSlideElements(deck, words);
  const list = document.createElement('div');
  list.className = 'page-column';
  list.append(...slideElements.map(({ section }) => section));
  root.classList.add('deck');
  root.removeAttribute('tabindex');
  const scroller = document.createElement('div');
  scroller.className = 'scroller';
  scroller.tabIndex = 0;
  scroller.append(...noteOf(deck, words), list);
  root.replaceChildren(scroller);
  const resize = fitSlides(scroller, deck);

  const drawing = createSlideDrawing(scroller, slideElements, async (index) => {
    const slideElement = slideElements[index];
    if (!slideElement?.canvas || !renderer) return () => undefined;
    try {
      return await renderer.render(index, slideElement.canvas);
    } catch {
      // A slide that the library cannot draw does not affect the others.
      showTexts(slideElement, textsOfNodes(deck.presentation?.slides[index]?.nodes ?? []), words);
      return () => undefined;
    }
  });
  const zoom = attachZoom({
    scroller,
    layout: (scale) => scroller.style.setProperty('--zoom', String(scale)),
    sharpen: () => undefined,
  });
  let isPresenting = false;
  // While one slide is presented, the positions of the others are unknown.
  const emitPosition = () => {
    if (!isPresenting) onPage(pageAt(scroller, slideElements), Math.max(1, slideElements.length));
  };
  let positionRequest = 0;
  scroller.addEventListener('scroll', () => {
    cancelAnimationFrame(positionRequest);
    positionRequest = requestAnimationFrame(emitPosition);
  });
  const goTo = (page: number) => {
    const at = Math.min(slideElements.length, Math.max(1, Math.floor(page)));
    const section = slideElements[at - 1]?.section;
    if (section)
      scroller.scrollTop = section.offsetTop - gapPx + (page - Math.floor(page)) * section.offsetHeight;
    emitPosition();
  };
  const present = (page: number | null) => {
    isPresenting = page !== null;
    scroller.toggleAttribute('data-presenting', isPresenting);
    for (const [index, { section }] of slideElements.entries())
      section.toggleAttribute('data-presented', index + 1 === page);
    resize();
    if (page !== null && slideElements[page - 1]) void drawing.draw(page - 1);
  };
  goTo(start);
  await drawing.draw(Math.max(0, Math.floor(start) - 1));
  const search = createDomSearch(list);
  return {
    goTo,
    zoom: zoom.step,
    // Texts without a layout are read, not presented.
    ...(deck.presentation && slideElements.length > 0
      ? { present, hiddenPages: async () => hiddenPagesOf(deck) }
      : {}),
    outline: async () =>
      slideElements.map((_, index) => ({
        title: titleOf(deck, index) ?? words.slide(index + 1, slideElements.length),
        page: index + 1,
        goTo: () => goTo(index + 1),
        items: [],
      })),
    search: {
      step: search.step,
      // What the slides say, without drawing them.
      readText: async () => textsOfDeck(deck).join('\n'),
      find: async (findOptions) => {
        // The search works on the DOM, so all slides stay drawn while the user searches.
        const release = await drawing.drawAll(findOptions.signal, (searched) =>
          findOptions.onFound({ count: 0, current: 0, searched }),
        );
        findOptions.signal.addEventListener('abort', release, { once: true });
        if (!findOptions.signal.aborted) await search.find(findOptions);
      },
    },
  };
}

const hiddenPagesOf = ({ presentation }: Deck): number[] =>
  presentation?.slides.flatMap(({ hidden }, index) => (hidden ? [index + 1] : [])) ?? [];

const textsOfDeck = ({ presentation, slides }: Deck): string[] =>
  slides.flatMap(({ undrawnTexts, notes }, index) => [
    ...textsOfNodes(presentation?.slides[index]?.nodes ?? []),
    ...undrawnTexts,
    ...notes,
  ]);

/** The title of a slide is its first text. */
function titleOf({ presentation, slides }: Deck, index: number): string | undefined {
  const texts = presentation
    ? textsOfNodes(presentation.slides[index]?.nodes ?? [])
    : slides[index]?.undrawnTexts;
  return texts
    ?.map((text) => text.trim())
    .find((text) => text !== '')
    ?.slice(0, maxTitleLength);
}

function noteOf({ presentation, slides }: Deck, { plain, empty }: SlideLabels): HTMLElement[] {
  const text = slides.length === 0 ? empty : presentation ? '' : plain;
  if (text === '') return [];
  return [Object.assign(document.createElement('p'), { className: 'note', textContent: text })];
}

/** A slide fills the width, and alone the viewport, but is reduced where it would be much taller than the viewport. */
function fitSlides(scroller: HTMLElement, { presentation }: Deck) {
  const width = Math.max(1, (presentation?.size.widthEmu ?? 0) / emuPerPixel);
  const height = Math.max(1, (presentation?.size.heightEmu ?? 0) / emuPerPixel);
  const resize = () => {
    const isAlone = scroller.hasAttribute('data-presenting');
    const margins = isAlone ? 0 : 2 * gapPx;
    const availableWidth = scroller.clientWidth - margins;
    const widthAtFullHeight = ((scroller.clientHeight - margins) * width) / height;
    const slideWidth = presentation
      ? Math.min(availableWidth, Math.max(widthAtFullHeight, isAlone ? 0 : availableWidth * 0.6))
      : availableWidth;
    scroller.style.setProperty('--width', `${width}px`);
    scroller.style.setProperty('--height', `${height}px`);
    scroller.style.setProperty('--fit', String(Math.max(0.05, slideWidth / width)));
  };
  new ResizeObserver(resize).observe(scroller);
  resize();
  return resize;
}

function pageAt(scroller: HTMLElement, slideElements: readonly SlideElement[]): number {
  const referenceLine = scroller.scrollTop + gapPx + 1;
  const at = slideElements.findIndex(
    ({ section }) => section.offsetTop + section.offsetHeight > referenceLine,
  );
  const section = slideElements[at]?.section;
  if (!section) return Math.max(1, slideElements.length);
  const shareAbove = (referenceLine - 1 - section.offsetTop) / Math.max(1, section.offsetHeight);
  return at + 1 + Math.min(0.99, Math.max(0, shareAbove));
}

type RenderSlide = (index: number) => Promise<() => void>;

function createSlideDrawing(
  scroller: HTMLElement,
  slideElements: readonly SlideElement[],
  render: RenderSlide,
) {
  const drawn = new Map<number, Promise<() => void>>();
  const nearSlides = new Set<number>();
  let shouldKeepAll = false;
  const draw = (index: number) => {
    const drawing = drawn.get(index) ?? render(index);
    drawn.set(index, drawing);
    return drawing;
  };
  const erase = async (index: number) => {
    const drawing = drawn.get(index);
    drawn.delete(index);
    (await drawing)?.();
  };
  const watcher = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const index = slideElements.findIndex(({ section }) => section === target);
        if (isIntersecting) {
          nearSlides.add(index);
          void draw(index);
        } else {
          nearSlides.delete(index);
          if (!shouldKeepAll) void erase(index);
        }
      }
    },
    { root: scroller, rootMargin: drawMargin },
  );
  for (const { section } of slideElements) watcher.observe(section);
  return {
    draw,
    async drawAll(signal: AbortSignal, onProgress: (share: number) => void) {
      shouldKeepAll = true;
      for (const index of slideElements.keys()) {
        if (signal.aborted) break;
        await draw(index);
        if (index % 8 === 7) {
          onProgress(index / slideElements.length);
          await nextTask();
        }
      }
      return () => {
        shouldKeepAll = false;
        for (const index of drawn.keys()) if (!nearSlides.has(index)) void erase(index);
      };
    },
  };
}
