import { marks } from './docx-marks.rules.ts';
import { isVertical } from './docx-vertical.viewer.ts';

/** A place in a paragraph. */
type TextPlace = { readonly node: Text; readonly offset: number };
/** A place inside a row: where each cell continues on the next page; null for one that ends before. */
type RowPlace = { readonly row: HTMLTableRowElement; readonly cells: readonly (PageEnd | null)[] };

/** A place where a page ends: before a block, or inside it. */
export type PageEnd = {
  readonly block: HTMLElement;
  /** The first row of a table on the next page, or the place in a row or paragraph. */
  readonly at: HTMLTableRowElement | TextPlace | RowPlace | null;
};

function moveFrom(start: Node, target: Element): void {
  for (let node: Node | null = start; node !== null; ) {
    const following: Node | null = node.nextSibling;
    target.append(node);
    node = following;
  }
}

/** The last block of a page, or of a part of a cell, has no space below it. */
function closeMarginBefore(start: HTMLElement): void {
  const last = start.previousElementSibling;
  if (last instanceof HTMLElement) last.style.marginBottom = '0';
}

/** Divides a row: the new one has the rest of each cell. */
function splitRow({ row, cells }: RowPlace): HTMLTableRowElement {
  const rest = row.cloneNode(false) as HTMLTableRowElement;
  for (const [index, cell] of Array.from(row.cells).entries()) {
    const next = cell.cloneNode(false) as HTMLTableCellElement;
    const end = cells[index];
    if (end) {
      const start = splitBlock(end);
      closeMarginBefore(start);
      moveFrom(start, next);
    }
    rest.append(next);
  }
  rest.style.height = '';
  row.style.height = '';
  return rest;
}

/** Keeps the widths of a table that is divided: its parts would otherwise adapt to their own text. */
export function keepWidths(tables: readonly HTMLTableElement[]): void {
  const cells = tables.flatMap((table) => Array.from(table.rows).flatMap((row) => Array.from(row.cells)));
  const widths = cells.map((cell) => getComputedStyle(cell).width);
  for (const [index, cell] of cells.entries()) cell.style.width = widths[index] ?? '';
}

function splitTable(table: HTMLTableElement, at: HTMLTableRowElement | RowPlace): HTMLTableElement {
  const rest = table.cloneNode(false) as HTMLTableElement;
  const columns = table.querySelector(':scope > colgroup');
  if (columns) rest.append(columns.cloneNode(true));
  const rows = Array.from(table.rows).filter((row) => row.closest('table') === table);
  for (const row of rows) {
    if (row.cells[0]?.querySelector(`span[id="${marks.headerRow}"]`) === null) break;
    rest.append(row.cloneNode(true));
  }
  const isWhole = at instanceof HTMLTableRowElement;
  const first = rows.indexOf(isWhole ? at : at.row);
  if (!isWhole) rest.append(splitRow(at));
  rest.append(...rows.slice(isWhole ? first : first + 1));
  return rest;
}

/** The outermost element in a paragraph that starts with a node. */
function outermostAt(node: Node, paragraph: HTMLElement): Node {
  let outermost = node;
  for (let parent = node.parentNode; parent && parent !== paragraph; parent = parent.parentNode) {
    if (parent.firstChild !== outermost) break;
    outermost = parent;
  }
  return outermost;
}

function splitParagraph(paragraph: HTMLElement, { node, offset }: TextPlace): HTMLElement {
  const rest = paragraph.cloneNode(false) as HTMLElement;
  const range = document.createRange();
  // Elements that begin with the next page would leave an empty part, as wide as a tab, in a line of its own.
  if (offset === 0) range.setStartBefore(outermostAt(node, paragraph));
  else range.setStart(node, offset);
  range.setEnd(paragraph, paragraph.childNodes.length);
  rest.append(range.extractContents());
  rest.style.textIndent = '0';
  paragraph.style.marginBottom = '0';
  // The last line of a page is as wide as the others.
  if (getComputedStyle(paragraph).textAlign === 'justify') paragraph.style.textAlignLast = 'justify';
  return rest;
}

/** Splits a block at the end of a page, and returns its second part. */
export function splitBlock({ block, at }: PageEnd): HTMLElement {
  if (at === null) return block;
  const rest =
    at instanceof HTMLElement || 'row' in at
      ? splitTable(block as HTMLTableElement, at)
      : splitParagraph(block, at);
  rest.removeAttribute('id');
  block.after(rest);
  return rest;
}

/** Moves everything from a block on to a new page with the same header and footer. */
export function moveToNewPage(page: HTMLElement, start: HTMLElement): HTMLElement {
  const next = page.cloneNode(false) as HTMLElement;
  let isMoved = false;
  closeMarginBefore(start);
  for (const child of Array.from(page.children)) {
    if (child.nodeName === 'ARTICLE') {
      if (isMoved) next.append(child);
      if (!child.contains(start)) continue;
      isMoved = true;
      const rest = child.cloneNode(false) as HTMLElement;
      moveFrom(start, rest);
      next.append(rest);
    } else if (child.nodeName === 'HEADER' || child.nodeName === 'FOOTER') next.append(child.cloneNode(true));
    else next.append(child);
  }
  start.style.marginTop = '0';
  page.after(next);
  return next;
}

/** Appends a page with the same header and footer, and without text. */
export function appendEmptyPage(page: HTMLElement): HTMLElement {
  const next = page.cloneNode(false) as HTMLElement;
  for (const child of Array.from(page.children))
    if (child.nodeName === 'HEADER' || child.nodeName === 'FOOTER') next.append(child.cloneNode(true));
  next.append(document.createElement('article'));
  page.after(next);
  return next;
}

/** Divides a note at its ends, and returns its parts. */
export function divideNote(note: HTMLElement, ends: readonly PageEnd[]): readonly HTMLElement[] {
  // From the end, so that the places before stay valid.
  const rests = ends.toReversed().map((end) => {
    const rest = note.cloneNode(false) as HTMLElement;
    const start = splitBlock(end);
    closeMarginBefore(start);
    moveFrom(start, rest);
    return rest;
  });
  return [note, ...rests.toReversed()];
}

const outerHeightOf = (element: Element | undefined): number => {
  if (!(element instanceof HTMLElement)) return 0;
  const { marginTop, marginBottom } = getComputedStyle(element);
  return element.offsetHeight + Number.parseFloat(marginTop) + Number.parseFloat(marginBottom);
};

/** The height of a page between its header and footer, which are beside the lines of vertical text. */
export function textHeightOf(page: HTMLElement): number {
  const { minHeight, paddingTop, paddingBottom } = getComputedStyle(page);
  const others = Array.from(page.children).filter(
    ({ nodeName }) => !isVertical(page) && (nodeName === 'HEADER' || nodeName === 'FOOTER'),
  );
  return (
    Number.parseFloat(minHeight) -
    Number.parseFloat(paddingTop) -
    Number.parseFloat(paddingBottom) -
    others.reduce((sum, child) => sum + outerHeightOf(child), 0)
  );
}
