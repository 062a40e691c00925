import { columnsOf, narrowColumns } from './docx-columns.viewer.ts';
import { lineRuleOf, lineRuleProperty } from './docx-line-rules.rules.ts';
import { marks } from './docx-marks.rules.ts';
import { NoteFlow, type NoteMeter, type NotePlace } from './docx-note-flow.viewer.ts';
import { placeNotes } from './docx-notes.viewer.ts';
import { type Fits, PageFlow, tolerancePx } from './docx-page-flow.viewer.ts';
import {
  appendEmptyPage,
  keepWidths,
  moveToNewPage,
  type PageEnd,
  splitBlock,
  textHeightOf,
} from './docx-page-split.viewer.ts';
import { isVertical, isVerticalCell } from './docx-vertical.viewer.ts';

const pixelsPerPoint = 96 / 72;
/** At least this many lines of a paragraph stay together, before and after the end of a page (`w:widowControl`). */
const minLinesTogether = 2;

type Row = { readonly top: number; readonly bottom: number };

/** The lines of a paragraph, by the boxes of its text. */
function linesOf(paragraph: HTMLElement): readonly Row[] {
  const range = document.createRange();
  range.selectNodeContents(paragraph);
  const lines: { readonly top: number; bottom: number }[] = [];
  for (const { top, bottom, width } of range.getClientRects()) {
    if (width === 0) continue;
    const last = lines.at(-1);
    if (last && top < (last.top + last.bottom) / 2) last.bottom = Math.max(last.bottom, bottom);
    else lines.push({ top, bottom });
  }
  // The boxes of texts are lower than their line; the space around them belongs to it.
  const height = Number.parseFloat(getComputedStyle(paragraph).lineHeight) || 0;
  return lines.map(({ top, bottom }) => {
    const space = Math.max(0, height - (bottom - top)) / 2;
    return { top: top - space, bottom: bottom + space };
  });
}

/** The first character of a paragraph at or below a line. */
function placeOfLine(paragraph: HTMLElement, { top, bottom }: Row): PageEnd['at'] {
  const middle = (top + bottom) / 2;
  const range = document.createRange();
  const isBelow = (node: Text, offset: number): boolean => {
    range.setStart(node, offset);
    range.setEnd(node, offset + 1);
    const box = range.getBoundingClientRect();
    return box.height > 0 && box.bottom > middle;
  };
  const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!(node instanceof Text) || node.length === 0 || !isBelow(node, node.length - 1)) continue;
    let low = 0;
    let high = node.length - 1;
    while (low < high) {
      const half = (low + high) >> 1;
      if (isBelow(node, half)) high = half;
      else low = half + 1;
    }
    return { node, offset: low };
  }
  return null;
}

/** The part of the height of a line that office programs put below its text, and leave out at the end of a page. */
function spaceBelowText(paragraph: HTMLElement): number {
  const style = getComputedStyle(paragraph);
  const { kind, value } = lineRuleOf(style.getPropertyValue(lineRuleProperty));
  if (kind !== 'auto' || value <= 1) return 0;
  return (Number.parseFloat(style.lineHeight) || 0) * (1 - 1 / value);
}

/** Whether a block fits. The space below the last line of a paragraph needs no room. */
function fitsOn(block: HTMLElement, fits: Fits): boolean {
  const { bottom } = block.getBoundingClientRect();
  return fits(bottom) || (block.nodeName === 'P' && fits(bottom - spaceBelowText(block)));
}

/** The number of lines that stay on the page, with no single line left alone. */
function fittingLines(lines: readonly Row[], fits: Fits, minLines: number): number {
  const firstOutside = lines.findIndex(({ bottom }) => !fits(bottom));
  const fitting = firstOutside === -1 ? lines.length : firstOutside;
  const kept = Math.min(fitting, lines.length - minLines);
  return kept < minLines ? 0 : kept;
}

export type PageParts = {
  readonly notes: readonly NotePlace[];
  /**
   * The height that the headers and footers of the pages of a section need more than those that it shows, by their
   * place in the section. Sections are asked for in their order, with the number of pages of those before.
   */
  readonly lossesOf: (page: HTMLElement, pagesBefore: number) => (place: number) => number;
};

/** Where a page ends, and where its content continues. */
type Found = {
  readonly end: PageEnd;
  readonly y: number;
  /** The height of the rows that the next page repeats. */
  readonly repeated?: number;
};

/** What is left of a page, and where it starts. */
type PageRoom = { readonly fits: Fits; readonly top: number };

const topOf = (element: Element): number => element.getBoundingClientRect().top;

function endInParagraph(block: HTMLElement, fits: Fits): Found {
  const lines = linesOf(block);
  const hasSingleLines = block.querySelector(`span[id="${marks.singleLines}"]`) !== null;
  const below = spaceBelowText(block);
  const count = fittingLines(lines, (bottom) => fits(bottom - below), hasSingleLines ? 1 : minLinesTogether);
  const next = lines[count];
  const at = count > 0 && next ? placeOfLine(block, next) : null;
  return at && next ? { end: { block, at }, y: next.top } : { end: { block, at: null }, y: topOf(block) };
}

const hasMark = (row: HTMLTableRowElement, name: string): boolean =>
  row.cells[0]?.querySelector(`span[id="${name}"]`) !== null;

/** Whether content of a cell fits, with the space and the border below it. */
function fitsIn(cell: HTMLElement, fits: Fits): Fits {
  const { paddingBottom, borderBottomWidth } = getComputedStyle(cell);
  const below = (Number.parseFloat(paddingBottom) || 0) + (Number.parseFloat(borderBottomWidth) || 0);
  return (bottom) => fits(bottom + below);
}

/** The least height of a row (`w:trHeight`), in CSS pixels. */
const minHeightOf = ({ style: { height } }: HTMLTableRowElement): number =>
  (Number.parseFloat(height) || 0) * (height.endsWith('pt') ? pixelsPerPoint : 1);

/** Where a page ends inside a row: each cell has its own place. Null where no cell keeps anything. */
function endInRow(table: HTMLTableElement, row: HTMLTableRowElement, { fits, top }: PageRoom): Found | null {
  // A row whose least height has no room moves as a whole, unless it starts the page.
  const start = topOf(row);
  if (start > top + tolerancePx && !fits(start + minHeightOf(row))) return null;
  const whole = [marks.wholeRow, marks.headerRow, marks.exactRow];
  if (whole.some((name) => hasMark(row, name)) || Array.from(row.cells).some(isVerticalCell)) return null;
  const found = Array.from(row.cells).map((cell) => {
    const isShown = cell.style.display !== 'none';
    return {
      cell,
      found: isShown
        ? endIn(Array.from(cell.children) as HTMLElement[], { fits: fitsIn(cell, fits), top })
        : null,
    };
  });
  const moved = found.flatMap((each) => each.found ?? []);
  const isWhole = found.every(
    ({ cell, found: each }) => !each || (each.end.at === null && each.end.block === cell.firstElementChild),
  );
  if (isWhole || moved.length === 0) return null;
  const cells = found.map(({ found: each }) => each?.end ?? null);
  return { end: { block: table, at: { row, cells } }, y: Math.min(...moved.map(({ y }) => y)) };
}

function endInTable(table: HTMLTableElement, room: PageRoom): Found {
  const rows = Array.from(table.rows).filter((row) => row.closest('table') === table);
  const index = rows.findIndex((row) => !room.fits(row.getBoundingClientRect().bottom));
  const row = rows[index];
  if (!row) return { end: { block: table, at: null }, y: topOf(table) };
  const heads = rows.slice(
    0,
    rows.findIndex((each) => !hasMark(each, marks.headerRow)),
  );
  const repeated = heads.reduce((sum, each) => sum + each.offsetHeight, 0);
  const inRow = endInRow(table, row, room);
  if (inRow) return { ...inRow, repeated };
  // Rows that are repeated on every page do not stand alone on one.
  const isFirst = rows.slice(0, index).every((each) => hasMark(each, marks.headerRow));
  return isFirst
    ? { end: { block: table, at: null }, y: topOf(table) }
    : { end: { block: table, at: row }, y: topOf(row), repeated };
}

const wholeBlock = (block: HTMLElement): Found => ({ end: { block, at: null }, y: topOf(block) });

/** The first place in blocks that does not fit; null where all of them do. */
function endIn(blocks: readonly HTMLElement[], room: PageRoom): Found | null {
  const block = blocks.find((each) => !fitsOn(each, room.fits));
  if (!block) return null;
  if (block.nodeName === 'P') return endInParagraph(block, room.fits);
  if (block instanceof HTMLTableElement) return endInTable(block, room);
  return wholeBlock(block);
}

/** The least height of a note on the page that refers to it. A note of a few lines stays together. */
function leastHeightOf({ note, height }: NotePlace): number {
  const [first, second] = Array.from(note.children);
  if (!(first instanceof HTMLElement) || first.nodeName !== 'P') return height;
  const lines = linesOf(first);
  const kept = fittingLines(
    lines,
    (bottom) => bottom <= (lines[minLinesTogether - 1]?.bottom ?? 0),
    minLinesTogether,
  );
  const last = kept > 0 ? lines[kept - 1]?.bottom : second && first.getBoundingClientRect().bottom;
  return last === undefined ? height : Math.min(height, last - topOf(note));
}

/** Measures notes with the rules of pages; each note once. */
function createNoteMeter(): NoteMeter<PageEnd> {
  const heights = new Map<NotePlace, number>();
  return {
    leastHeightOf: (place) => {
      const height = heights.get(place) ?? leastHeightOf(place);
      heights.set(place, height);
      return height;
    },
    divide: ({ note }, offset, height) => {
      const top = topOf(note);
      const limit = top + offset + height + tolerancePx;
      const room = { fits: (bottom: number) => bottom <= limit, top: top + offset };
      const found = endIn(Array.from(note.children) as HTMLElement[], room);
      return found && { end: found.end, offset: found.y - top };
    },
  };
}

/** Divides a block that does not fit, over as many pages as it needs. */
function divideBlock(flow: PageFlow, blocks: readonly HTMLElement[], index: number): void {
  const block = blocks[index] as HTMLElement;
  while (!flow.isFull) {
    // Lines that stay together are divided only where they are taller than a page.
    const isWhole = hasParagraphMark(block, marks.keptLines) && topOf(block) > flow.top + tolerancePx;
    const found = isWhole && !fitsOn(block, flow.fits) ? wholeBlock(block) : endIn([block], flow);
    if (!found) return;
    let { y } = found;
    let { end } = found;
    let target = index;
    if (end.at === null) {
      let start = index;
      while (start > flow.first && isKept(blocks[start - 1])) start -= 1;
      // Paragraphs that fill a page without the next one do not stay with it.
      if (start > flow.first) target = start;
      end = { block: blocks[target] ?? block, at: null };
      y = topOf(end.block);
    }
    // What is taller than a page stays on its page.
    if (y <= flow.top + tolerancePx) return;
    flow.endBefore(end, target, y, end.at === null ? 0 : found.repeated);
  }
}

/** Measures where the pages of a section end. */
function pageEndsOf(
  page: HTMLElement,
  notes: NoteFlow<PageEnd>,
  lossOf: (place: number) => number,
): readonly PageEnd[] {
  const children = Array.from(page.children);
  const articles = children.filter((child): child is HTMLElement => child.nodeName === 'ARTICLE');
  const available = textHeightOf(page);
  const start = articles[0]?.getBoundingClientRect().top;
  const sectionBottom = page.getBoundingClientRect().bottom;
  if (start === undefined || !(available > 0)) {
    notes.endPage(sectionBottom, Number.POSITIVE_INFINITY);
    return [];
  }
  const blocks = articles.flatMap((article) => Array.from(article.children)) as HTMLElement[];
  // Headers and footers stand beside the lines of vertical text.
  const isBeside = isVertical(page);
  const flow = new PageFlow(start, (place) => available - (isBeside ? 0 : lossOf(place)), notes);
  let article: Element | null = null;
  for (const [index, block] of blocks.entries()) {
    const box = block.getBoundingClientRect();
    if (block.parentElement !== article) {
      if (article instanceof HTMLElement && columnsOf(article) > 1) flow.endColumns(box.top);
      article = block.parentElement;
      if (article instanceof HTMLElement && columnsOf(article) > 1)
        flow.startColumns(box.top, columnsOf(article));
    }
    if (flow.isFull || fitsOn(block, flow.fits)) continue;
    divideBlock(flow, blocks, index);
  }
  flow.finish(blocks.at(-1)?.getBoundingClientRect().bottom ?? start, sectionBottom);
  return flow.ends;
}

const hasParagraphMark = (block: HTMLElement, name: string): boolean =>
  block.nodeName === 'P' && block.querySelector(`:scope > span[id="${name}"]`) !== null;

const isKept = (block: HTMLElement | undefined): boolean =>
  block !== undefined && (block.className === 'anchor' || hasParagraphMark(block, marks.keptWithNext));

/**
 * Divides the sections of a displayed host into pages of their size. Everything is measured before anything
 * moves, so that the browser lays out the document once.
 */
export function paginate(pages: readonly HTMLElement[], parts: PageParts): readonly HTMLElement[] {
  const restoreColumns = narrowColumns(pages);
  const notes = new NoteFlow(parts.notes, createNoteMeter());
  let pagesBefore = 0;
  const measured = pages.map((page) => {
    const ends = pageEndsOf(page, notes, parts.lossesOf(page, pagesBefore));
    pagesBefore += ends.length + 1;
    return { page, ends };
  });
  const last = pages.at(-1);
  const pagesBehind = last ? notes.endText(textHeightOf(last)) : 0;
  restoreColumns();
  const divided = measured.flatMap(({ ends }) => ends.flatMap(({ block, at }) => (at === null ? [] : block)));
  keepWidths([...new Set(divided)].filter((block) => block instanceof HTMLTableElement));
  const all = measured.flatMap(({ page, ends }) => {
    // From the end, so that the places before stay valid.
    const added = ends.toReversed().map((end) => moveToNewPage(page, splitBlock(end)));
    return [page].concat(added.toReversed());
  });
  for (let count = 0; count < pagesBehind; count += 1) all.push(appendEmptyPage(all.at(-1) as HTMLElement));
  placeNotes(all, notes);
  return all;
}
