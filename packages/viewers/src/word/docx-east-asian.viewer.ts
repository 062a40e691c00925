import {
  hangingMarksOf,
  hasEastAsianText,
  objectMark,
  scriptEndsOf,
  wideMarksOf,
} from './docx-east-asian.rules.ts';
import { marks } from './docx-marks.rules.ts';
import { isVerticalCell } from './docx-vertical.viewer.ts';

/** Text without these has no marks to widen, and no other script beside East Asian letters. */
const changesText = /[0-9A-Za-z\u00c0-\u04ff\u2018-\u201d\u2026]/;
/** Elements that stand in a line themselves. */
const objects = 'br, img, svg, math, .tab, .drawing';
/** Differences of this size are due to rounding. */
const tolerancePx = 0.5;
/** More marks of a paragraph do not hang into the margin. */
const maxHangingMarks = 24;

/** The text of a paragraph, and the nodes that contain its parts. */
type ParagraphText = {
  readonly text: string;
  readonly parts: readonly { readonly node: Text; readonly from: number }[];
};

function textOf(paragraph: HTMLElement): ParagraphText {
  const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  const parts: { node: Text; from: number }[] = [];
  let text = '';
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node instanceof Text) {
      if (node.parentElement?.closest('p, rt, rp, svg, math, .number, .tab') !== paragraph) continue;
      parts.push({ node, from: text.length });
      text += node.data;
    } else if (node instanceof Element && node.matches(objects)) text += objectMark;
  }
  return { text, parts };
}

/** The node and the offset in it of a character of a paragraph. */
function placeOf(
  { parts }: ParagraphText,
  index: number,
): { readonly node: Text; readonly offset: number } | null {
  // A paragraph can have very many runs.
  let [low, high] = [0, parts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((parts[middle]?.from ?? 0) <= index) low = middle + 1;
    else high = middle;
  }
  const part = parts[low - 1];
  return part && index < part.from + part.node.length ? { node: part.node, offset: index - part.from } : null;
}

/** Puts the character at a place into an element of its own. */
function wrapCharacter(content: ParagraphText, index: number, className: string): void {
  const place = placeOf(content, index);
  if (!place) return;
  const character = place.node.splitText(place.offset);
  const { length } = String.fromCodePoint(character.data.codePointAt(0) ?? 0);
  if (character.length > length) character.splitText(length);
  const wrapper = document.createElement('span');
  wrapper.className = className;
  character.before(wrapper);
  wrapper.append(character);
}

const isMarked = (paragraph: HTMLElement, mark: string): boolean =>
  paragraph.querySelector(`span[id="${mark}"]`) !== null;

const eastAsianParagraphs = (host: HTMLElement): readonly HTMLElement[] =>
  Array.from(host.querySelectorAll<HTMLElement>('p')).filter(({ textContent }) =>
    hasEastAsianText(textContent),
  );

/**
 * Draws the marks in East Asian text as wide as its letters, and puts space between it and Latin letters or digits, as office programs
 * do. Browsers have a property for the space that most do not know, and that cannot change its width.
 */
export function spaceScripts(host: HTMLElement): void {
  for (const paragraph of eastAsianParagraphs(host)) {
    const { textContent } = paragraph;
    if (!changesText.test(textContent)) continue;
    const content = textOf(paragraph);
    const ends = scriptEndsOf(content.text, { letters: true, digits: true });
    const wideMarks = wideMarksOf(content.text);
    if (ends.length === 0 && wideMarks.length === 0) continue;
    const spaces = {
      letters: !isMarked(paragraph, marks.unspacedLetters),
      digits: !isMarked(paragraph, marks.unspacedDigits),
    };
    const changes = new Map<number, string>();
    for (const end of spaces.letters && spaces.digits ? ends : scriptEndsOf(content.text, spaces)) {
      const isPair = /[\udc00-\udfff]/.test(content.text.charAt(end - 1));
      changes.set(end - (isPair ? 2 : 1), 'script-end');
    }
    for (const index of wideMarks) changes.set(index, 'wide-mark');
    // A text is split from its end, so that the places before stay.
    for (const [index, className] of Array.from(changes).toSorted(([one], [other]) => other - one))
      wrapCharacter(content, index, className);
  }
}

/** Whether the lines of a paragraph run from top to bottom. */
function isVertical(paragraph: HTMLElement): boolean {
  const cell = paragraph.closest('td');
  return cell !== null && isVerticalCell(cell);
}

/** The room for the lines of a paragraph. */
type Room = { readonly left: number; readonly right: number };

/** Paragraphs have only the padding that was written into them: reading it there is far quicker than the computed one. */
function roomOf(paragraph: HTMLElement): Room {
  const { left, right } = paragraph.getBoundingClientRect();
  const { clientLeft, clientWidth, offsetWidth, style } = paragraph;
  return {
    left: left + clientLeft + (Number.parseFloat(style.paddingLeft) || 0),
    right: right - (offsetWidth - clientLeft - clientWidth) - (Number.parseFloat(style.paddingRight) || 0),
  };
}

/** A paragraph whose marks are looked at, from a place in its text. */
type Reading = {
  readonly paragraph: HTMLElement;
  readonly content: ParagraphText;
  readonly room: Room;
  readonly from: number;
};

/** A mark at the start of a line, with the characters of the line before it. */
type LineStart = Reading & { readonly start: number; readonly mark: number };

/** Browsers keep every range up to date: one is enough for all measurements. */
type Measure = (content: ParagraphText, start: number, end: number) => DOMRect | null;

function createMeasure(): Measure {
  const range = document.createRange();
  return (content, start, end) => {
    const [first, last] = [placeOf(content, start), placeOf(content, end - 1)];
    if (!first || !last) return null;
    range.setStart(first.node, first.offset);
    range.setEnd(last.node, last.offset + 1);
    return range.getBoundingClientRect();
  };
}

/** No character is wider than this share of an East Asian letter, with the space behind it. */
const maxWidthShare = 1.25;

/** The first mark that stands at the start of a line, behind one letter, or behind a letter and another mark. */
function firstLineStart(reading: Reading, measure: Measure): LineStart | null {
  const { content, room, from } = reading;
  /** The next line begins behind this place: marks before it need no measurement, which takes the most time here. */
  let nextLine = 0;
  for (const mark of hangingMarksOf(content.text)) {
    if (mark < from || mark < 2 || mark < nextLine) continue;
    const box = measure(content, mark - 1, mark + 1);
    if (!box) continue;
    if (box.left > room.left + 0.75 * box.width) {
      const letterWidth = box.width / 2;
      nextLine = mark + Math.floor((room.right - box.right) / (letterWidth * maxWidthShare));
      continue;
    }
    const start = box.left <= room.left + tolerancePx ? mark - 1 : mark - 2;
    if (start > 0) return { ...reading, start, mark };
  }
  return null;
}

/** Whether the characters before a mark have room on the line before. */
function hasRoomBefore({ content, room, start, mark }: LineStart, measure: Measure): boolean {
  const [before, moved] = [measure(content, start - 1, start), measure(content, start, mark)];
  return before !== null && moved !== null && before.right + moved.width <= room.right + tolerancePx;
}

/**
 * Lets marks hang into the margin behind the lines that they do not fit into. A browser starts another line with such a mark and the
 * letter before it. The lines behind a changed one move, so that each paragraph is measured again after each change.
 */
export function hangMarks(host: HTMLElement): void {
  const measure = createMeasure();
  const read = (paragraph: HTMLElement, from: number): Reading => ({
    paragraph,
    content: textOf(paragraph),
    room: roomOf(paragraph),
    from,
  });
  let readings = eastAsianParagraphs(host)
    .filter(
      (each) =>
        !isMarked(each, marks.noHangingPunctuation) && !each.querySelector('.tab') && !isVertical(each),
    )
    .map((each) => read(each, 0));
  for (let count = 0; count < maxHangingMarks && readings.length > 0; count += 1) {
    const found = readings.flatMap((reading) => firstLineStart(reading, measure) ?? []);
    const justified = found.filter(({ paragraph }) => getComputedStyle(paragraph).textAlign === 'justify');
    // Justified lines show no room.
    for (const { paragraph } of justified) paragraph.classList.add('ragged');
    const moved = new Set(found.filter((each) => hasRoomBefore(each, measure)));
    for (const { paragraph } of justified) paragraph.classList.remove('ragged');
    for (const { content, mark } of moved) wrapCharacter(content, mark, 'hanging');
    readings = found.map(({ paragraph, mark }) => read(paragraph, mark + 1));
  }
}
