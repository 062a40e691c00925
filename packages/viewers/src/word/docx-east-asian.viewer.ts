import {
  type CharacterKind,
  canHang,
  characterKindOf,
  isSpaced,
  type ScriptSpaces,
  wideMarksOf,
} from './docx-east-asian.rules.ts';
import { marks } from './docx-marks.rules.ts';

/** Elements that stand in a line themselves: the texts on their sides are no neighbours. */
const separators = 'br, img, svg, math, .tab, .drawing';
/** Differences of this size are due to rounding. */
const tolerancePx = 0.5;
/** Quickly finds the paragraphs with East Asian text. */
const hasEastAsian = /[\u3001-\u30ff\u3105-\u312f\u3400-\u9fff\uf900-\ufaff]|[\ud840-\ud8bf]/;

/** A character of a text: its place, its kind, and whether the one before is its neighbour. */
type Character = {
  readonly value: string;
  readonly text: Text;
  readonly end: number;
  readonly kind: CharacterKind;
  readonly isAdjacent: boolean;
};

const isMarked = (paragraph: HTMLElement, mark: string): boolean =>
  paragraph.querySelector(`span[id="${mark}"]`) !== null;

function spacesOf(paragraph: HTMLElement): ScriptSpaces {
  return {
    letters: !isMarked(paragraph, marks.unspacedLetters),
    digits: !isMarked(paragraph, marks.unspacedDigits),
  };
}

function charactersOf(paragraph: HTMLElement): readonly Character[] {
  const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  const characters: Character[] = [];
  let isAdjacent = false;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node instanceof Element && node.matches(separators)) isAdjacent = false;
    if (!(node instanceof Text) || node.parentElement?.closest('p, rt, rp, .number, .tab') !== paragraph)
      continue;
    let end = 0;
    for (const character of node.data) {
      end += character.length;
      characters.push({ value: character, text: node, end, kind: characterKindOf(character), isAdjacent });
      isAdjacent = true;
    }
  }
  return characters;
}

/** What is done with a character that needs an element of its own. */
type Change = 'script-end' | 'wide-mark' | 'hanging';

function changesOf(characters: readonly Character[], paragraph: HTMLElement): ReadonlyMap<Character, Change> {
  const spaces = spacesOf(paragraph);
  const hangs = !isMarked(paragraph, marks.keptMarks) && paragraph.querySelector('.tab') === null;
  const changes = new Map<Character, Change>();
  for (const [index, character] of characters.entries()) {
    const [before, after] = [characters[index - 1], characters[index + 1]];
    if (before && character.isAdjacent && isSpaced(before.kind, character.kind, spaces))
      changes.set(before, 'script-end');
    const isEnd = after !== undefined && !after.isAdjacent;
    if (hangs && !isEnd && canHang(character.value, before?.kind, after?.value))
      changes.set(character, 'hanging');
  }
  for (const index of wideMarksOf(characters.map(({ kind }) => kind))) {
    const mark = characters[index];
    if (mark) changes.set(mark, 'wide-mark');
  }
  return changes;
}

/** Puts a character into an element of its own. The text behind it may be split already. */
function wrapCharacter({ value, text, end }: Character, className: string): HTMLElement {
  const character = text.splitText(end - value.length);
  if (character.data.length > value.length) character.splitText(value.length);
  const wrapper = document.createElement('span');
  wrapper.className = className;
  character.before(wrapper);
  wrapper.append(character);
  return wrapper;
}

/** The size of the text around a character. */
const fontSizeAt = ({ text }: Character): string =>
  getComputedStyle(text.parentElement ?? document.body).fontSize;

/** The size of a letter is known as a length, because the space behind the character has no size of its own. */
function wrapWithSpace(character: Character, className: string): HTMLElement {
  const size = fontSizeAt(character);
  const wrapper = wrapCharacter(character, className);
  wrapper.style.setProperty('--letter', size);
  return wrapper;
}

/**
 * Lets a mark hang into the margin where a line ends: it takes no width itself, and its width is that of a space behind it, which
 * browsers leave out at the end of a line.
 */
function hangMark(character: Character): void {
  const hanging = wrapWithSpace(character, 'hanging');
  const mark = document.createElement('span');
  mark.className = 'hanging-mark';
  mark.append(...Array.from(hanging.childNodes));
  hanging.append(mark);
}

/**
 * Sets East Asian text as office programs do: marks are as wide as its letters, some hang into the margin, and there is space between it
 * and Latin letters or digits. Browsers have properties for the space and the margin that most do not know.
 */
export function setEastAsianText(host: HTMLElement): void {
  for (const paragraph of Array.from(host.querySelectorAll<HTMLElement>('p'))) {
    if (!hasEastAsian.test(paragraph.textContent)) continue;
    const characters = charactersOf(paragraph);
    const changes = changesOf(characters, paragraph);
    for (const character of characters.toReversed()) {
      const change = changes.get(character);
      if (change === 'hanging') hangMark(character);
      else if (change === 'script-end') wrapWithSpace(character, change);
      else if (change !== undefined) wrapCharacter(character, change);
    }
  }
}

/** Pulls the marks into their lines that end a line and fit into it. */
export function pullInMarks(host: HTMLElement): void {
  const hanging = Array.from(host.querySelectorAll<HTMLElement>('.hanging'));
  if (hanging.length === 0) return;
  // Justified lines show no room.
  host.classList.add('ragged');
  const fitting = hanging.filter((element) => {
    const [mark, paragraph] = [element.firstElementChild, element.closest('p')];
    if (!mark || !paragraph) return false;
    const { width, left } = mark.getBoundingClientRect();
    return isLineEnd(element, paragraph, left) && left + width <= contentEdgeOf(paragraph) + tolerancePx;
  });
  host.classList.remove('ragged');
  for (const element of fitting)
    element.replaceWith(...Array.from(element.firstElementChild?.childNodes ?? []));
}

/** Whether no text of a paragraph follows on the line of a mark. */
function isLineEnd(hanging: HTMLElement, paragraph: HTMLElement, left: number): boolean {
  const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
  walker.currentNode = hanging.firstElementChild?.firstChild ?? hanging;
  const next = walker.nextNode();
  if (!(next instanceof Text)) return true;
  const range = document.createRange();
  range.setStart(next, 0);
  range.setEnd(next, Math.min(1, next.length));
  return range.getBoundingClientRect().left <= left;
}

/** The right edge of the room for the lines of a paragraph. */
function contentEdgeOf(paragraph: HTMLElement): number {
  const { paddingRight, borderRightWidth } = getComputedStyle(paragraph);
  const edges = (Number.parseFloat(paddingRight) || 0) + (Number.parseFloat(borderRightWidth) || 0);
  return paragraph.getBoundingClientRect().right - edges;
}
