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

/** The letters of a word that is split otherwise count as placed up to this distance. It is less than half a line. */
const maxLetterDistanceShare = 0.008;

const wideCharacter = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u3000-\u303f\uff00-\uffef]/u;
const countedText = /[\p{L}\p{N}]/u;

const rightToLeft = /[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Thaana}]/u;

/**
 * A word as it is compared. `pdftotext` lists the letters of right-to-left words from left to right, but those of a ligature
 * in reading order: such a word is known by its letters without their order.
 */
const comparable = (word: string): string =>
  rightToLeft.test(word)
    ? Array.from(word)
        .filter((character) => countedText.test(character))
        .sort()
        .join('')
    : word;

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
    text: comparable(content),
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

type Word = {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

const wordsOfPage = ({ words, width, height }: WordPage): readonly Word[] =>
  words
    .flatMap((box) => Array.from(partsOfBox(box)).flatMap((part) => Array.from(wordsOfBox(part))))
    .map(({ text, left, right, top, bottom }) => ({
      text,
      x: (left + right) / 2 / width,
      y: (top + bottom) / 2 / height,
      width: (right - left) / width,
      height: (bottom - top) / height,
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

type Letter = { readonly text: string; readonly x: number; readonly y: number; readonly word: Word };

function* lettersOf(word: Word): Generator<Letter> {
  const letters = Array.from(word.text);
  for (const [index, text] of letters.entries()) {
    const x = word.x + word.width * ((index + 0.5) / letters.length - 0.5);
    yield { text, x, y: word.y, word };
  }
}

/** Pairs each letter with the nearest one of the same text at its place. */
function pairLetters(reference: readonly Word[], shown: readonly Word[]): Map<Letter, Letter> {
  const byText = Map.groupBy(
    shown.flatMap((word) => [...lettersOf(word)]),
    ({ text }) => text,
  );
  const used = new Set<Letter>();
  const pairs = new Map<Letter, Letter>();
  for (const letter of reference.flatMap((word) => [...lettersOf(word)])) {
    const distance = ({ x, y }: Letter) => Math.max(Math.abs(x - letter.x), Math.abs(y - letter.y));
    const near = (byText.get(letter.text) ?? []).filter(
      (candidate) => !used.has(candidate) && distance(candidate) <= maxLetterDistanceShare,
    );
    const [nearest] = near.toSorted((one, other) => distance(one) - distance(other));
    if (!nearest) continue;
    used.add(nearest);
    pairs.set(letter, nearest);
  }
  return pairs;
}

/**
 * The words whose letters are all shown at their places, in words that consist of such letters alone. Letters of spaced or
 * turned text are one word or several, by differences of less than a point.
 */
function splitWords(reference: readonly Word[], shown: readonly Word[]): ReadonlySet<Word> {
  const pairs = pairLetters(reference, shown);
  for (;;) {
    const counts = new Map<Word, number>();
    for (const { word } of [...pairs].flat()) counts.set(word, (counts.get(word) ?? 0) + 1);
    const isWhole = ({ word }: Letter) => counts.get(word) === Array.from(word.text).length;
    const broken = [...pairs].filter(([letter, partner]) => !isWhole(letter) || !isWhole(partner));
    if (broken.length === 0) return new Set(Array.from(pairs.keys(), ({ word }) => word));
    for (const [letter] of broken) pairs.delete(letter);
  }
}

/** Parts of a word that touch each other, as those of turned text, are at most this share of the width of the page apart. */
const maxGapShare = 0.002;

/** Whether a part of a turned word continues another: it begins where that ends, higher or lower. */
const continues = (part: Word, before: Word) =>
  Math.abs(part.x - part.width / 2 - (before.x + before.width / 2)) <= maxGapShare &&
  part.y !== before.y &&
  Math.abs(part.y - before.y) < (part.height + before.height) / 2;

/**
 * The parts of turned words, each with its whole word. `pdftotext` divides the same word into other parts where its letters are a tenth of
 * a point elsewhere.
 */
function wholeWords(words: readonly Word[]): ReadonlyMap<Word, Word> {
  const rest = new Set(words.toSorted((a, b) => a.x - b.x));
  const wholes = new Map<Word, Word>();
  for (const first of rest) {
    const parts: Word[] = [];
    for (let part: Word | undefined = first; part; ) {
      const last: Word = part;
      rest.delete(last);
      parts.push(last);
      part = Array.from(rest).find((word) => continues(word, last));
    }
    if (parts.length < 2) continue;
    const mean = (key: 'x' | 'y') => parts.reduce((sum, part) => sum + part[key], 0) / parts.length;
    const text = parts.map((part) => part.text).join('');
    for (const part of parts) wholes.set(part, { text, x: mean('x'), y: mean('y'), width: 0, height: 0 });
  }
  return wholes;
}

/** The words that are parts of a turned word which is shown at its place, in whatever parts. */
function turnedWords(missing: readonly Word[], wanted: readonly Word[], shown: readonly Word[]) {
  if (missing.length === 0) return [];
  const wantedWholes = wholeWords(wanted);
  const shownWholes = [...new Set(wholeWords(shown).values())];
  return missing.filter((word) => {
    const whole = wantedWholes.get(word);
    return whole && shownWholes.some((other) => other.text === whole.text && isNear(other, whole));
  });
}

/** Counts the words of the reference, and those that are shown on the same page at the same place. */
export function comparePages(reference: readonly WordPage[], shown: readonly WordPage[]) {
  let words = 0;
  let placed = 0;
  for (const [index, page] of reference.entries()) {
    const shownPage = shown[index];
    const wanted = wordsOfPage(page);
    const shownWords = shownPage ? wordsOfPage(shownPage) : [];
    const { missing, rest } = withoutPartner(wanted, shownWords);
    const split = splitWords(missing, [...rest]);
    const turned = turnedWords(
      missing.filter((word) => !split.has(word)),
      wanted,
      shownWords,
    );
    words += wanted.length;
    placed += wanted.length - missing.length + split.size + turned.length;
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
