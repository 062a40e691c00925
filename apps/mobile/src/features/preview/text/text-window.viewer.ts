import type { Stretch } from '../find-text.rules.ts';
import { blocksInPart, type TextBlocks } from './text-blocks.rules.ts';

/** Blocks are filled this far above and below the viewport. */
const margin = '150% 0px';
/** The number of parts that are in the page at once. */
const mostParts = 3;

export type MarkedStretch = Stretch & { readonly current: boolean };

type WindowOptions = {
  readonly scroller: HTMLElement;
  readonly blocks: TextBlocks;
  readonly onPage: (page: number, pages: number) => void;
  readonly onFailure: (error: unknown) => void;
  readonly marksOf: (block: number) => readonly MarkedStretch[];
};

function written(text: string, marks: readonly MarkedStretch[]): Node[] {
  const nodes: Node[] = [];
  let at = 0;
  for (const { start, end, current } of marks) {
    const mark = document.createElement('mark');
    mark.textContent = text.slice(start, end);
    if (current) mark.className = 'current';
    nodes.push(document.createTextNode(text.slice(at, start)), mark);
    at = end;
  }
  nodes.push(document.createTextNode(text.slice(at)));
  return nodes;
}

/**
 * A window onto a text of any length. Only the visible part and its neighbours are in the page, and only
 * blocks near the viewport contain text. Parts are added and removed as the user scrolls, so that the text
 * appears continuous.
 */
export function textWindow({ scroller, blocks, onPage, onFailure, marksOf }: WindowOptions) {
  const sections = new Map<number, HTMLElement>();
  const filled = new Map<HTMLElement, string>();
  let guess = 0;

  /** Changes above the viewport must not move the visible text. */
  function steady(place: HTMLElement, change: () => void) {
    const above = place.getBoundingClientRect().bottom <= scroller.getBoundingClientRect().top;
    const before = scroller.scrollHeight;
    change();
    if (above) scroller.scrollTop += scroller.scrollHeight - before;
  }
  const write = (place: HTMLElement, text: string) =>
    place.replaceChildren(...written(text, marksOf(Number(place.dataset['block']))));
  async function fill(place: HTMLElement) {
    if (filled.has(place)) return;
    filled.set(place, '');
    try {
      const text = await blocks.text(Number(place.dataset['block']));
      if (!filled.has(place)) return;
      filled.set(place, text);
      steady(place, () => {
        write(place, text);
        place.style.minHeight = '';
      });
      guess ||= place.offsetHeight;
    } catch (error) {
      onFailure(error);
    }
  }
  function empty(place: HTMLElement) {
    if (!filled.delete(place)) return;
    // The block keeps its height, so that the text does not move.
    place.style.minHeight = `${place.offsetHeight}px`;
    place.replaceChildren();
  }
  const watcher = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) void fill(target as HTMLElement);
        else empty(target as HTMLElement);
      }
    },
    { root: scroller, rootMargin: margin },
  );

  function sectionOf(part: number): HTMLElement {
    const section = document.createElement('section');
    section.dataset['part'] = String(part);
    for (let index = 0; index < blocks.count(part); index += 1) {
      const place = document.createElement('pre');
      place.dataset['block'] = String(part * blocksInPart + index);
      place.style.minHeight = `${guess}px`;
      section.append(place);
      watcher.observe(place);
    }
    sections.set(part, section);
    return section;
  }
  function drop(part: number) {
    const section = sections.get(part);
    if (!section) return;
    for (const place of section.children) {
      watcher.unobserve(place);
      filled.delete(place as HTMLElement);
    }
    steady(section, () => section.remove());
    sections.delete(part);
  }
  function joinNeighbours(part: number) {
    const next = part + 1;
    if (next < blocks.parts && !sections.has(next)) scroller.append(sectionOf(next));
    const previous = part - 1;
    if (previous >= 0 && !sections.has(previous)) {
      const before = scroller.scrollHeight;
      scroller.prepend(sectionOf(previous));
      scroller.scrollTop += scroller.scrollHeight - before;
    }
    if (sections.size <= mostParts) return;
    for (const known of Array.from(sections.keys())) if (Math.abs(known - part) > 1) drop(known);
  }

  const placeOf = (block: number) => scroller.querySelector<HTMLElement>(`pre[data-block="${block}"]`);
  function placeNow(): { readonly part: number; readonly into: number } {
    const top = scroller.getBoundingClientRect().top + 1;
    const [firstPart = 0] = sections.keys();
    const parts = Array.from(sections).sort(([a], [b]) => a - b);
    const [part, section] = parts.findLast(([, each]) => each.getBoundingClientRect().top <= top) ??
      parts[0] ?? [firstPart, scroller];
    const places = Array.from(section.children);
    const at = Math.max(
      0,
      places.findIndex((place) => place.getBoundingClientRect().bottom > top),
    );
    const box = places[at]?.getBoundingClientRect();
    const inBlock = box ? Math.min(1, Math.max(0, (top - box.top) / Math.max(1, box.height))) : 0;
    return { part, into: Math.min(0.99, (at + inBlock) / Math.max(1, places.length)) };
  }
  function tell() {
    const { part, into } = placeNow();
    joinNeighbours(part);
    onPage(part + 1 + into, blocks.parts);
  }
  let asked = 0;
  scroller.addEventListener(
    'scroll',
    () => {
      cancelAnimationFrame(asked);
      asked = requestAnimationFrame(tell);
    },
    { passive: true },
  );

  /** Scrolls a block to the top, with the share of it that is scrolled past. */
  async function showBlock(block: number, share = 0): Promise<HTMLElement | null> {
    const part = Math.floor(block / blocksInPart);
    if (!placeOf(block)) {
      for (const known of Array.from(sections.keys())) drop(known);
      scroller.append(sectionOf(part));
    }
    const place = placeOf(block);
    if (!place) return null;
    await fill(place);
    scroller.scrollTop += place.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
    scroller.scrollTop += place.offsetHeight * share;
    joinNeighbours(part);
    return place;
  }
  return {
    showBlock,
    goTo: async (page: number) => {
      const part = Math.min(blocks.parts, Math.max(1, Math.floor(page))) - 1;
      const into = Math.min(0.99, Math.max(0, page - part - 1)) * blocks.count(part);
      await showBlock(part * blocksInPart + Math.floor(into), into % 1);
      tell();
    },
    blockNow: () => {
      const { part, into } = placeNow();
      return part * blocksInPart + Math.floor(into * blocks.count(part));
    },
    /** Renders the marks again. */
    mark: () => {
      for (const [place, text] of filled) {
        const block = Number(place.dataset['block']);
        if (text !== '' && (place.querySelector('mark') !== null || marksOf(block).length > 0))
          write(place, text);
      }
    },
    end: () => {
      watcher.disconnect();
      cancelAnimationFrame(asked);
    },
  };
}
export type TextWindow = ReturnType<typeof textWindow>;
