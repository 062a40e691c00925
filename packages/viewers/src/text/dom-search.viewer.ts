import { findInFolded, foldText, type TextRange } from '../viewer/find-text.rules.ts';
import type { DocumentSearch } from '../viewer/viewer.types.ts';

const maxMatches = 5000;
const blockElements =
  'address,article,blockquote,br,dd,div,dt,h1,h2,h3,h4,h5,h6,hr,li,p,pre,section,summary,table,td,th,tr';

type TextPiece = { readonly node: Text; readonly from: number };

/** The text of a page and the text node of each part; block elements are separated by line breaks. */
function readPage(
  root: Element | DocumentFragment,
  maxCharacters = Number.POSITIVE_INFINITY,
): {
  readonly text: string;
  readonly pieces: readonly TextPiece[];
} {
  const pieces: TextPiece[] = [];
  let text = '';
  let block: Element | null = null;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null && text.length < maxCharacters; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!parent || parent.closest('style,script,[data-unsearched]')) continue;
    const blockElement = parent.closest(blockElements);
    if (block !== null && blockElement !== block) text += '\n';
    block = blockElement;
    pieces.push({ node: node as Text, from: text.length });
    text += (node as Text).data;
  }
  return { text, pieces };
}

/** The text that a search in a page goes through. */
export const textOfPage = (root: Element | DocumentFragment, maxCharacters?: number): string =>
  readPage(root, maxCharacters).text;

/** Wraps each match in mark elements, one for each text node that it touches. */
function markPage(root: Element, words: string): HTMLElement[][] {
  const { text, pieces } = readPage(root);
  const matches = findInFolded(foldText(text), words).slice(0, maxMatches);
  const marks: HTMLElement[][] = matches.map(() => []);
  // In reverse order, so that splitting a node does not move earlier positions.
  for (const { node, from } of pieces.toReversed()) {
    const to = from + node.data.length;
    for (const [index, match] of matchesWithin(matches, from, to).toReversed()) {
      const end = Math.min(match.end, to) - from;
      const found = node.splitText(Math.max(match.start, from) - from);
      found.splitText(end - (Math.max(match.start, from) - from));
      const mark = document.createElement('mark');
      found.replaceWith(mark);
      mark.append(found);
      marks[index]?.unshift(mark);
    }
  }
  return marks;
}

function matchesWithin(
  matches: readonly TextRange[],
  from: number,
  to: number,
): (readonly [number, TextRange])[] {
  let [low, high] = [0, matches.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((matches[middle]?.end ?? 0) > from) high = middle;
    else low = middle + 1;
  }
  const found: (readonly [number, TextRange])[] = [];
  for (let index = low; index < matches.length; index += 1) {
    const match = matches[index];
    if (!match || match.start >= to) break;
    found.push([index, match]);
  }
  return found;
}

function unmark(root: Element) {
  for (const mark of Array.from(root.querySelectorAll('mark'))) {
    const parent = mark.parentNode;
    mark.replaceWith(...Array.from(mark.childNodes));
    parent?.normalize();
  }
}

/** Searches a document that is completely in the DOM. */
export function createDomSearch(root: HTMLElement): DocumentSearch {
  let marks: HTMLElement[][] = [];
  let current = -1;
  let emitFound: () => void = () => undefined;
  const show = (index: number) => {
    for (const mark of marks[current] ?? []) mark.classList.remove('current');
    current = index;
    for (const mark of marks[index] ?? []) mark.classList.add('current');
    const [first] = marks[index] ?? [];
    // Opens collapsed sections that contain the match.
    for (
      let details = first?.closest('details');
      details;
      details = details.parentElement?.closest('details')
    ) {
      details.open = true;
    }
    first?.scrollIntoView({ block: 'center', inline: 'nearest' });
    emitFound();
  };
  return {
    find: async ({ words, onFound, signal }) => {
      unmark(root);
      marks = markPage(root, words);
      current = -1;
      emitFound = () => onFound({ count: marks.length, current: current + 1, searched: 1 });
      signal.addEventListener(
        'abort',
        () => {
          emitFound = () => undefined;
          marks = [];
          unmark(root);
        },
        { once: true },
      );
      const firstVisible = marks.findIndex(([mark]) => (mark?.getBoundingClientRect().bottom ?? 0) > 0);
      if (marks.length > 0) show(Math.max(0, firstVisible));
      else emitFound();
    },
    readText: async ({ maxCharacters }) => textOfPage(root, maxCharacters),
    step: (to) => {
      if (marks.length > 0) show((current + (to === 'next' ? 1 : marks.length - 1)) % marks.length);
    },
  };
}
