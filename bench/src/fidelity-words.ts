import type { Frame, Page } from 'playwright';

/** A word and its box, in the unit of its page. */
export interface WordBox {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface WordPage {
  readonly width: number;
  readonly height: number;
  readonly words: readonly WordBox[];
}

/** A word counts as placed up to this distance, as a share of the size of the page. */
const maxDistanceShare = 0.03;

const wideCharacter = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u3000-\u303f\uff00-\uffef]/u;
const countedText = /[\p{L}\p{N}]/u;

/** The leaders of tab stops, which one program draws as letters and another as a line. */
const leaders = /[.…·_]{4,}/u;

/** The words of a box with leaders: each has the place of its letters. */
function* partsOfBox(box: WordBox): Generator<WordBox> {
  const { text, left, right } = box;
  let at = 0;
  for (const part of text.split(leaders)) {
    const start = text.indexOf(part, at);
    at = start + part.length;
    const position = (index: number) => left + ((right - left) * index) / text.length;
    if (part !== '') yield { ...box, text: part, left: position(start), right: position(at) };
  }
}

/** The words of a box: in scripts without spaces every character is a word, with its part of the box. */
function* wordsOfBox({ text, left, right, top, bottom }: WordBox): Generator<WordBox> {
  const normalized = text.normalize('NFKC').toLowerCase();
  const characters = Array.from(normalized);
  const total = characters.reduce((sum, character) => sum + (wideCharacter.test(character) ? 2 : 1), 0);
  let start = 0;
  let word = '';
  let wordStart = 0;
  const box = (content: string, from: number, to: number): WordBox => ({
    text: content,
    left: left + ((right - left) * from) / total,
    right: left + ((right - left) * to) / total,
    top,
    bottom,
  });
  for (const character of characters) {
    const isWide = wideCharacter.test(character);
    const end = start + (isWide ? 2 : 1);
    if (isWide) {
      if (countedText.test(word)) yield box(word, wordStart, start);
      if (countedText.test(character)) yield box(character, start, end);
      word = '';
      wordStart = end;
    } else word += character;
    start = end;
  }
  if (countedText.test(word)) yield box(word, wordStart, start);
}

type Word = { readonly text: string; readonly x: number; readonly y: number };

const wordsOfPage = ({ words, width, height }: WordPage): readonly Word[] =>
  words
    .flatMap((box) => Array.from(partsOfBox(box)).flatMap((part) => Array.from(wordsOfBox(part))))
    .map(({ text, left, right, top, bottom }) => ({
      text,
      x: (left + right) / 2 / width,
      y: (top + bottom) / 2 / height,
    }));

const isNear = (a: Word, b: Word) =>
  Math.abs(a.x - b.x) <= maxDistanceShare && Math.abs(a.y - b.y) <= maxDistanceShare;

/** Pairs each word with one of the same text near it. @returns the words that have no partner. */
function withoutPartner(reference: readonly Word[], shown: readonly Word[]) {
  const rest = new Set(shown);
  const byText = Map.groupBy(shown, ({ text }) => text);
  const missing = reference.filter((word) => {
    const match = byText.get(word.text)?.find((candidate) => rest.has(candidate) && isNear(candidate, word));
    if (match) rest.delete(match);
    return !match;
  });
  return { missing, rest };
}

const maxParts = 12;

/** The runs of words that follow each other from a word on, and make up a text together. */
function runFrom(words: readonly Word[], start: number, text: string): readonly Word[] | null {
  let joined = '';
  for (let at = start; at < Math.min(words.length, start + maxParts); at += 1) {
    joined += words[at]?.text ?? '';
    if (joined === text) return words.slice(start, at + 1);
    if (!text.startsWith(joined)) return null;
  }
  return null;
}

/** The word that parts make up. Its place is the one of their middle. */
const joinParts = (parts: readonly Word[]): Word => ({
  text: parts.map(({ text }) => text).join(''),
  x: ((parts[0]?.x ?? 0) + (parts.at(-1)?.x ?? 0)) / 2,
  y: parts[0]?.y ?? 0,
});

/** Finds words whose parts are words of their own on the other side. @returns the parts that were found. */
function partsOfWords(
  words: readonly Word[],
  others: readonly Word[],
): readonly (readonly [Word, readonly Word[]])[] {
  const used = new Set<Word>();
  return words.flatMap((word) => {
    for (const start of others.keys()) {
      const parts = runFrom(others, start, word.text);
      if (!parts || parts.length < 2 || parts.some((part) => used.has(part))) continue;
      const isOneLine = parts.every(({ y }) => Math.abs(y - (parts[0]?.y ?? 0)) < maxDistanceShare / 4);
      if (!isOneLine || !isNear(joinParts(parts), word)) continue;
      for (const part of parts) used.add(part);
      return [[word, parts] as const];
    }
    return [];
  });
}

/**
 * Counts the words of the reference, and those that are shown on the same page at the same place. The letters of spaced text are one
 * word or several, by differences of less than a point: they count in both forms.
 */
export function comparePages(reference: readonly WordPage[], shown: readonly WordPage[]) {
  let words = 0;
  let placed = 0;
  for (const [index, page] of reference.entries()) {
    const shownPage = shown[index];
    const wanted = wordsOfPage(page);
    const { missing, rest } = withoutPartner(wanted, shownPage ? wordsOfPage(shownPage) : []);
    const split = partsOfWords(missing, [...rest]);
    const isSplit = new Set(split.map(([word]) => word));
    const taken = new Set(split.flatMap(([, parts]) => parts));
    const unsplit = missing.filter((word) => !isSplit.has(word));
    const joined = partsOfWords(
      [...rest].filter((word) => !taken.has(word)),
      unsplit,
    );
    words += wanted.length;
    placed += wanted.length - unsplit.length + joined.reduce((sum, [, parts]) => sum + parts.length, 0);
  }
  return { words, placed };
}

/** The words of the pages of a frame, as they are laid out. */
const wordsOfFrame = (frame: Frame): Promise<WordPage[]> =>
  frame.evaluate(() => {
    type Box = { text: string; left: number; top: number; right: number; bottom: number };
    const range = document.createRange();
    const boxOf = (node: Text, start: number, end: number): Box[] => {
      range.setStart(node, start);
      range.setEnd(node, end);
      const text = node.data.slice(start, end);
      const rects = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
      const [first] = rects;
      if (!first) return [];
      const isOneLine = rects.every(({ top }) => Math.abs(top - first.top) < first.height / 2);
      if (!isOneLine && end - start > 1)
        return Array.from(text).flatMap((_, index) => boxOf(node, start + index, start + index + 1));
      const { left, top, bottom } = first;
      return [{ text, left, top, bottom, right: Math.max(...rects.map(({ right }) => right)) }];
    };
    const wordsOf = (root: Element): Box[] => {
      const boxes: Box[] = [];
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const text = node as Text;
        for (const { index, 0: word } of text.data.matchAll(/[^\s\u200b]+/g))
          for (const box of boxOf(text, index, index + word.length)) {
            const previous = boxes.at(-1);
            const height = box.bottom - box.top;
            // A word may continue in another text node.
            const continues =
              previous !== undefined &&
              Math.abs(previous.top - box.top) < height / 2 &&
              // A sign of a note is a word of its own, as pdftotext reads it.
              Math.abs(previous.bottom - previous.top - height) < height / 4 &&
              Math.abs(box.left - previous.right) < height / 8;
            if (continues) {
              previous.text += box.text;
              previous.right = box.right;
            } else boxes.push(box);
          }
      }
      return boxes;
    };
    return [...document.querySelectorAll('[data-part]')].map((page) => {
      const { left, top, width, height } = page.getBoundingClientRect();
      const words = wordsOf(page).map((box) => ({
        text: box.text,
        left: box.left - left,
        right: box.right - left,
        top: box.top - top,
        bottom: box.bottom - top,
      }));
      return { width, height, words };
    });
  });

/** The pages that the light viewer shows. */
export async function shownPages(page: Page): Promise<readonly WordPage[]> {
  const frames = page.frames().filter((frame) => frame.url().includes('viewer-frame-'));
  const pages = await Promise.all(frames.map((frame) => wordsOfFrame(frame)));
  return pages.flat();
}
