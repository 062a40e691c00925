import type { TextRange } from '../viewer/find-text.rules.ts';
import { blocksPerPart, type TextBlocks } from './text-blocks.rules.ts';

/** Blocks are filled this far above and below the viewport. */
const fillMargin = '150% 0px';
/** The number of parts that are in the page at once. */
const maxParts = 3;

export type MarkedRange = TextRange & { readonly isCurrent: boolean };

type WindowOptions = {
  readonly scroller: HTMLElement;
  readonly blocks: TextBlocks;
  readonly onPage: (page: number, pageCount: number) => void;
  readonly onFailure: (error: unknown) => void;
  readonly marksOf: (block: number) => readonly MarkedRange[];
};

function renderMarked(text: string, marks: readonly MarkedRange[]): Node[] {
  const nodes: Node[] = [];
  let at = 0;
  for (const { start, end, isCurrent } of marks) {
    const mark = document.createElement('mark');
    mark.textContent = text.slice(start, end);
    if (isCurrent) mark.className = 'current';
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
export function createTextWindow({ scroller, blocks, onPage, onFailure, marksOf }: WindowOptions) {
  const sections = new Map<number, HTMLElement>();
  const filled = new Map<HTMLElement, string>();
  let estimatedHeight = 0;

  /** Changes above the viewport must not move the visible text. */
  function preserveScrollDuring(blockElement: HTMLElement, change: () => void) {
    const above = blockElement.getBoundingClientRect().bottom <= scroller.getBoundingClientRect().top;
    const before = scroller.scrollHeight;
    change();
    if (above) scroller.scrollTop += scroller.scrollHeight - before;
  }
  const render = (blockElement: HTMLElement, text: string) =>
    blockElement.replaceChildren(...renderMarked(text, marksOf(Number(blockElement.dataset['block']))));
  async function fill(blockElement: HTMLElement) {
    if (filled.has(blockElement)) return;
    filled.set(blockElement, '');
    try {
      const block = Number(blockElement.dataset['block']);
      const text = await blocks.readText(block);
      if (!filled.has(blockElement)) return;
      filled.set(blockElement, text);
      preserveScrollDuring(blockElement, () => {
        render(blockElement, text);
        blockElement.style.minHeight = '';
      });
      estimatedHeight ||= Math.round(blockElement.offsetHeight / blocks.shareOf(block));
    } catch (error) {
      onFailure(error);
    }
  }
  function empty(blockElement: HTMLElement) {
    if (!filled.delete(blockElement)) return;
    // The block keeps its height, so that the text does not move.
    blockElement.style.minHeight = `${blockElement.offsetHeight}px`;
    blockElement.replaceChildren();
  }
  const watcher = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) void fill(target as HTMLElement);
        else empty(target as HTMLElement);
      }
    },
    { root: scroller, rootMargin: fillMargin },
  );

  function createSection(part: number): HTMLElement {
    const section = document.createElement('section');
    section.dataset['part'] = String(part);
    for (let index = 0; index < blocks.blocksIn(part); index += 1) {
      const blockElement = document.createElement('pre');
      blockElement.dataset['block'] = String(part * blocksPerPart + index);
      blockElement.style.minHeight = `${estimatedHeight}px`;
      section.append(blockElement);
    }
    sections.set(part, section);
    return section;
  }
  /** Fills the blocks of a section while they are near the viewport. */
  function observe(section: HTMLElement) {
    for (const blockElement of section.children) watcher.observe(blockElement);
  }
  /** Blocks without a height would all be near the viewport, and all be read. */
  function reserveHeights(section: HTMLElement) {
    for (const blockElement of section.children)
      if (blockElement instanceof HTMLElement && !filled.has(blockElement))
        blockElement.style.minHeight = `${estimatedHeight}px`;
  }
  function removePart(part: number) {
    const section = sections.get(part);
    if (!section) return;
    for (const blockElement of section.children) {
      watcher.unobserve(blockElement);
      filled.delete(blockElement as HTMLElement);
    }
    preserveScrollDuring(section, () => section.remove());
    sections.delete(part);
  }
  function addNeighbours(part: number) {
    const next = part + 1;
    if (next < blocks.partCount && !sections.has(next)) {
      const section = createSection(next);
      scroller.append(section);
      observe(section);
    }
    const previous = part - 1;
    if (previous >= 0 && !sections.has(previous)) {
      const before = scroller.scrollHeight;
      const section = createSection(previous);
      scroller.prepend(section);
      scroller.scrollTop += scroller.scrollHeight - before;
      observe(section);
    }
    if (sections.size <= maxParts) return;
    for (const shownPart of Array.from(sections.keys()))
      if (Math.abs(shownPart - part) > 1) removePart(shownPart);
  }

  const blockElementOf = (block: number) => scroller.querySelector<HTMLElement>(`pre[data-block="${block}"]`);
  function currentPosition(): { readonly part: number; readonly shareInPart: number } {
    const top = scroller.getBoundingClientRect().top + 1;
    const [firstPart = 0] = sections.keys();
    const parts = Array.from(sections).sort(([a], [b]) => a - b);
    const [part, section] = parts.findLast(([, element]) => element.getBoundingClientRect().top <= top) ??
      parts[0] ?? [firstPart, scroller];
    const blockElements = Array.from(section.children);
    const at = Math.max(
      0,
      blockElements.findIndex((blockElement) => blockElement.getBoundingClientRect().bottom > top),
    );
    const box = blockElements[at]?.getBoundingClientRect();
    const shareInBlock = box ? Math.min(1, Math.max(0, (top - box.top) / Math.max(1, box.height))) : 0;
    return { part, shareInPart: Math.min(0.99, (at + shareInBlock) / Math.max(1, blockElements.length)) };
  }
  function emitPosition() {
    const { part, shareInPart } = currentPosition();
    addNeighbours(part);
    onPage(part + 1 + shareInPart, blocks.partCount);
  }
  let positionRequest = 0;
  scroller.addEventListener(
    'scroll',
    () => {
      cancelAnimationFrame(positionRequest);
      positionRequest = requestAnimationFrame(emitPosition);
    },
    { passive: true },
  );

  /** Scrolls a block to the top, with the share of it that is scrolled past. */
  async function showBlock(block: number, share = 0): Promise<HTMLElement | null> {
    const part = Math.floor(block / blocksPerPart);
    let added: HTMLElement | null = null;
    if (!blockElementOf(block)) {
      for (const shownPart of Array.from(sections.keys())) removePart(shownPart);
      added = createSection(part);
      scroller.append(added);
    }
    const blockElement = blockElementOf(block);
    if (!blockElement) return null;
    await fill(blockElement);
    // The first block that is read tells the height of the others.
    if (added !== null && sections.get(part) === added) {
      reserveHeights(added);
      observe(added);
    }
    scroller.scrollTop += blockElement.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
    scroller.scrollTop += blockElement.offsetHeight * share;
    addNeighbours(part);
    return blockElement;
  }
  return {
    showBlock,
    goTo: async (page: number) => {
      const part = Math.min(blocks.partCount, Math.max(1, Math.floor(page))) - 1;
      const shareInPart = Math.min(0.99, Math.max(0, page - part - 1)) * blocks.blocksIn(part);
      await showBlock(part * blocksPerPart + Math.floor(shareInPart), shareInPart % 1);
      emitPosition();
    },
    currentBlock: () => {
      const { part, shareInPart } = currentPosition();
      return part * blocksPerPart + Math.floor(shareInPart * blocks.blocksIn(part));
    },
    /** Renders the marks again. */
    mark: () => {
      for (const [blockElement, text] of filled) {
        const block = Number(blockElement.dataset['block']);
        if (text !== '' && (blockElement.querySelector('mark') !== null || marksOf(block).length > 0))
          render(blockElement, text);
      }
    },
    end: () => {
      watcher.disconnect();
      cancelAnimationFrame(positionRequest);
    },
  };
}
export type TextWindow = ReturnType<typeof createTextWindow>;
