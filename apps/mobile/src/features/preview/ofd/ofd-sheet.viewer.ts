import { attachZoom } from '../zoom.viewer.ts';
import type { OfdPage } from './ofd-document.adapter.ts';
import type { DrawnPage } from './ofd-page.viewer.ts';
import { pageWords } from './ofd-words.rules.ts';

/** The maximum page width on a wide screen, in CSS pixels, for comfortable reading. */
const comfortable = 920;
/** Pages are drawn this far above and below the viewport. */
const margin = '60% 0px';
const padding = 8;

export type SheetOptions = {
  readonly root: HTMLElement;
  readonly pages: readonly OfdPage[];
  readonly draw: (page: number) => Promise<DrawnPage>;
  readonly words: {
    readonly page: (page: number, pages: number) => string;
    readonly brokenPage: string;
    readonly brokenSeal: string;
  };
  readonly onPage: (page: number, pages: number) => void;
  /** Called whenever a page has been drawn. */
  readonly onDrawn: (page: number, drawn: DrawnPage) => void;
  readonly onGone: (page: number) => void;
};

function noteOf(words: string, kind: 'broken' | 'lost'): HTMLElement {
  const note = document.createElement('p');
  note.className = kind;
  note.textContent = words;
  return note;
}

/** The pages in a column. Pages far from the viewport are empty. */
export function makeSheet({ root, pages, draw, words, onPage, onDrawn, onGone }: SheetOptions) {
  const scroller = document.createElement('div');
  scroller.className = 'scroller';
  scroller.tabIndex = 0;
  const sheet = document.createElement('div');
  sheet.className = 'sheet';
  scroller.append(sheet);
  root.append(scroller);

  const shapes = pages.map(({ assumed: { width, height } }) => ({ width, height }));
  const places = pages.map((_, index) => {
    const place = document.createElement('div');
    place.className = 'page';
    place.setAttribute('role', 'region');
    place.setAttribute('aria-label', words.page(index + 1, pages.length));
    return place;
  });
  sheet.append(...places);
  let turn = 0;

  function layOut(index: number) {
    const [place, shape] = [places[index], shapes[index]];
    if (!place || !shape) return;
    const turned = turn % 180 !== 0;
    const across = turned ? shape.height : shape.width;
    const unit = Math.min(comfortable, Math.max(1, scroller.clientWidth - 2 * padding)) / across;
    const [width, height] = [shape.width * unit, shape.height * unit];
    place.style.setProperty('--width', `${turned ? height : width}px`);
    place.style.setProperty('--height', `${turned ? width : height}px`);
    place.style.setProperty('--drawn-width', `${width}px`);
    place.style.setProperty('--drawn-height', `${height}px`);
    place.style.setProperty('--turn', `${turn}deg`);
  }
  const layOutAll = () => places.forEach((_, index) => layOut(index));
  layOutAll();

  const shown = new Map<number, Promise<DrawnPage | null>>();
  const show = (index: number): Promise<DrawnPage | null> => {
    const known = shown.get(index) ?? put(index);
    shown.set(index, known);
    return known;
  };
  async function put(index: number): Promise<DrawnPage | null> {
    const place = places[index];
    if (!place) return null;
    try {
      const drawn = await draw(index);
      if (!shown.has(index)) return null;
      const before = place.offsetHeight;
      shapes[index] = drawn.box;
      layOut(index);
      // If a page above the viewport is taller than assumed, the visible content must not move.
      if (place.offsetTop + before <= scroller.scrollTop) scroller.scrollTop += place.offsetHeight - before;
      const hidden = document.createElement('div');
      hidden.className = 'words';
      hidden.textContent = pageWords(drawn.runs).text;
      place.replaceChildren(drawn.element, hidden);
      onDrawn(index, drawn);
      const lost = await drawn.complete();
      if (lost > 0 && place.contains(hidden)) place.append(noteOf(words.brokenSeal, 'lost'));
      return drawn;
    } catch {
      place.replaceChildren(noteOf(words.brokenPage, 'broken'));
      return null;
    }
  }
  const watcher = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const index = places.indexOf(target as HTMLDivElement);
        if (isIntersecting) void show(index);
        else if (shown.delete(index)) {
          places[index]?.replaceChildren();
          onGone(index);
        }
      }
    },
    { root: scroller, rootMargin: margin },
  );

  const pageNow = (): number => {
    const most = scroller.scrollHeight - scroller.clientHeight;
    if (scroller.scrollTop < 1) return 0;
    // The last pages may be too short to reach the top of the viewport.
    if (scroller.scrollTop > most - 1) return places.length - 1;
    const line = scroller.scrollTop + scroller.clientHeight / 3;
    let [low, high] = [0, places.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((places[middle]?.offsetTop ?? 0) <= line) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const placeNow = (): number => {
    const page = pageNow();
    const place = places[page];
    const into = place
      ? (scroller.scrollTop + padding - place.offsetTop) / Math.max(1, place.offsetHeight)
      : 0;
    return page + 1 + Math.min(0.99, Math.max(0, into));
  };
  const goTo = (place: number) => {
    const index = Math.min(places.length, Math.max(1, Math.floor(place))) - 1;
    const target = places[index];
    if (!target) return;
    const into = target.offsetHeight * Math.max(0, place - index - 1);
    scroller.scrollTo({ top: target.offsetTop - padding + into, behavior: 'instant' });
  };
  const tell = () => onPage(placeNow(), places.length);
  scroller.addEventListener('scroll', tell, { passive: true });
  const zoom = attachZoom({
    scroller,
    layout: (scale) => sheet.style.setProperty('--zoom', String(scale)),
    sharpen: () => undefined,
  });
  let laidOut = scroller.clientWidth;
  const relay = () => {
    const now = placeNow();
    laidOut = scroller.clientWidth;
    layOutAll();
    goTo(now);
  };
  new ResizeObserver(() => {
    if (scroller.clientWidth !== laidOut) relay();
  }).observe(scroller);

  return {
    show,
    goTo,
    pageNow,
    zoom: zoom.step,
    rotate: () => {
      turn = (turn + 90) % 360;
      relay();
    },
    watch: () => {
      for (const place of places) watcher.observe(place);
      tell();
    },
  };
}
export type Sheet = ReturnType<typeof makeSheet>;
