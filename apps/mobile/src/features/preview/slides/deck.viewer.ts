import { addStyle } from '../frame/add-style.viewer.ts';
import type { FrameOptions, FrameView } from '../frame/frame.types.ts';
import { domSearch } from '../text/dom-search.viewer.ts';
import { attachZoom } from '../zoom.viewer.ts';
import { createPlaces, type SlidePlace, type SlideWords, showWords } from './slide-list.viewer.ts';
import type { SlideRenderer } from './slide-renderer.viewer.ts';
import { textsOfNodes } from './slide-words.rules.ts';
import css from './slides.css?inline';
import type { Deck } from './slides.types.ts';

type DeckOptions = Pick<FrameOptions, 'start' | 'onPage'> & {
  readonly words: SlideWords;
  readonly renderer: SlideRenderer | null;
};

/** Slides are drawn this far above and below the viewport. */
const margin = '120% 0px';
const emuPerPixel = 9525;
/** The gap between slides and around them, in CSS pixels. */
const gap = 8;
const longestTitle = 80;
const breath = () => new Promise<void>((resolve) => setTimeout(resolve));

/** Shows a presentation: slides in a column, drawn while they are near the viewport. */
export async function showDeck(root: HTMLElement, deck: Deck, options: DeckOptions): Promise<FrameView> {
  const { words, renderer, start, onPage } = options;
  addStyle(css);
  const places = createPlaces(deck, words);
  const list = document.createElement('div');
  list.className = 'slides';
  list.append(...places.map(({ section }) => section));
  root.classList.add('deck');
  root.removeAttribute('tabindex');
  const scroller = document.createElement('div');
  scroller.className = 'scroller';
  scroller.tabIndex = 0;
  scroller.append(...noteOf(deck, words), list);
  root.replaceChildren(scroller);
  fit(scroller, deck);

  const drawing = drawNear(scroller, places, async (index) => {
    const place = places[index];
    if (!place?.canvas || !renderer) return () => undefined;
    try {
      return await renderer.render(index, place.canvas);
    } catch {
      // A slide that the library cannot draw does not affect the others.
      showWords(place, textsOfNodes(deck.presentation?.slides[index]?.nodes ?? []), words);
      return () => undefined;
    }
  });
  const zoom = attachZoom({
    scroller,
    layout: (scale) => scroller.style.setProperty('--zoom', String(scale)),
    sharpen: () => undefined,
  });
  const tell = () => onPage(pageAt(scroller, places), Math.max(1, places.length));
  let asked = 0;
  scroller.addEventListener('scroll', () => {
    cancelAnimationFrame(asked);
    asked = requestAnimationFrame(tell);
  });
  const goTo = (page: number) => {
    const at = Math.min(places.length, Math.max(1, Math.floor(page)));
    const section = places[at - 1]?.section;
    if (section)
      scroller.scrollTop = section.offsetTop - gap + (page - Math.floor(page)) * section.offsetHeight;
    tell();
  };
  goTo(start);
  await drawing.first(Math.max(0, Math.floor(start) - 1));
  const search = domSearch(list);
  return {
    goTo,
    zoom: zoom.step,
    outline: async () =>
      places.map((_, index) => ({
        title: titleOf(deck, index) ?? words.slide(index + 1, places.length),
        page: index + 1,
        goTo: () => goTo(index + 1),
        items: [],
      })),
    search: {
      step: search.step,
      find: async (asking) => {
        // The search works on the DOM, so all slides stay drawn while the user searches.
        const release = await drawing.all(asking.signal, (searched) =>
          asking.onFound({ count: 0, current: 0, searched }),
        );
        asking.signal.addEventListener('abort', release, { once: true });
        if (!asking.signal.aborted) await search.find(asking);
      },
    },
  };
}

/** The title of a slide is its first text. */
function titleOf({ presentation, slides }: Deck, index: number): string | undefined {
  const texts = presentation ? textsOfNodes(presentation.slides[index]?.nodes ?? []) : slides[index]?.rest;
  return texts
    ?.map((text) => text.trim())
    .find((text) => text !== '')
    ?.slice(0, longestTitle);
}

function noteOf({ presentation, slides }: Deck, { plain, empty }: SlideWords): HTMLElement[] {
  const text = slides.length === 0 ? empty : presentation ? '' : plain;
  if (text === '') return [];
  return [Object.assign(document.createElement('p'), { className: 'note', textContent: text })];
}

/** A slide fills the width, but is reduced where it would be much taller than the viewport. */
function fit(scroller: HTMLElement, { presentation }: Deck) {
  const width = Math.max(1, (presentation?.size.widthEmu ?? 0) / emuPerPixel);
  const height = Math.max(1, (presentation?.size.heightEmu ?? 0) / emuPerPixel);
  const resize = () => {
    const room = scroller.clientWidth - 2 * gap;
    const whole = ((scroller.clientHeight - 2 * gap) * width) / height;
    const wide = presentation ? Math.min(room, Math.max(whole, room * 0.6)) : room;
    scroller.style.setProperty('--width', `${width}px`);
    scroller.style.setProperty('--height', `${height}px`);
    scroller.style.setProperty('--fit', String(Math.max(0.05, wide / width)));
  };
  new ResizeObserver(resize).observe(scroller);
  resize();
}

function pageAt(scroller: HTMLElement, places: readonly SlidePlace[]): number {
  const line = scroller.scrollTop + gap + 1;
  const at = places.findIndex(({ section }) => section.offsetTop + section.offsetHeight > line);
  const section = places[at]?.section;
  if (!section) return Math.max(1, places.length);
  const into = (line - 1 - section.offsetTop) / Math.max(1, section.offsetHeight);
  return at + 1 + Math.min(0.99, Math.max(0, into));
}

type Render = (index: number) => Promise<() => void>;

function drawNear(scroller: HTMLElement, places: readonly SlidePlace[], render: Render) {
  const drawn = new Map<number, Promise<() => void>>();
  const near = new Set<number>();
  let keepsAll = false;
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
        const index = places.findIndex(({ section }) => section === target);
        if (isIntersecting) {
          near.add(index);
          void draw(index);
        } else {
          near.delete(index);
          if (!keepsAll) void erase(index);
        }
      }
    },
    { root: scroller, rootMargin: margin },
  );
  for (const { section } of places) watcher.observe(section);
  return {
    first: draw,
    async all(signal: AbortSignal, onShare: (share: number) => void) {
      keepsAll = true;
      for (const index of places.keys()) {
        if (signal.aborted) break;
        await draw(index);
        if (index % 8 === 7) {
          onShare(index / places.length);
          await breath();
        }
      }
      return () => {
        keepsAll = false;
        for (const index of drawn.keys()) if (!near.has(index)) void erase(index);
      };
    },
  };
}
