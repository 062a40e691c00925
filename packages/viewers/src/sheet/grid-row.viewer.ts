import { countBelow } from './axis.rules.ts';
import type { GridLayout } from './grid-layout.rules.ts';
import type { Span } from './grid-window.rules.ts';
import { type CellStyle, defaultCellStyle, type SheetRow } from './sheet.types.ts';
import { estimateTextWidth } from './text-width.rules.ts';

export type RowOptions = {
  readonly layout: GridLayout;
  readonly styles: readonly CellStyle[];
  readonly frozenColumns: number;
  readonly markedKeys: ReadonlySet<string>;
};

/** The maximum number of empty cells into which text overflows. */
const maxOverflowCells = 40;

export const cellId = (row: number, column: number) => `cell-${row}-${column}`;
export const scaledPixels = (length: number) => `calc(${length}px * var(--scale))`;

/** One row of the window: its number, the frozen columns and the cells of a span of columns. */
export function createRow(row: number, span: Span, options: RowOptions): HTMLElement {
  const { layout, frozenColumns } = options;
  const element = document.createElement('div');
  element.className = 'row';
  element.dataset['row'] = String(row);
  element.setAttribute('role', 'row');
  element.setAttribute('aria-rowindex', String(row + 2));
  element.style.height = scaledPixels(layout.rows.size(row));
  const head = document.createElement('div');
  head.className = 'head';
  head.setAttribute('role', 'rowheader');
  head.setAttribute('aria-colindex', '1');
  head.textContent = String(row + 1);
  head.style.width = scaledPixels(layout.headWidth);
  element.append(head);
  const cells = layout.sheet.rows.get(row);
  for (let column = 0; column < frozenColumns; column += 1) {
    const cell = cellAt(row, column, cells, options) ?? blankCell(row, column, options);
    cell.classList.add('fast');
    cell.style.insetInlineStart = scaledPixels(layout.headWidth + layout.columns.offset(column));
    element.append(cell);
  }
  for (let column = firstColumnOf(row, span, cells, options); column <= span.last; column += 1) {
    const cell = cellAt(row, column, cells, options);
    if (!cell) continue;
    cell.style.insetInlineStart = scaledPixels(layout.headWidth + layout.columns.offset(column));
    element.append(cell);
  }
  return element;
}

/** Cells before the span can extend into it: merged cells and overflowing text. */
function firstColumnOf(
  row: number,
  span: Span,
  cells: SheetRow | undefined,
  { layout, frozenColumns }: RowOptions,
) {
  const merged = layout.merges.areaAt(row, span.first);
  const before = cells?.columns[countBelow(cells.columns, span.first) - 1] ?? span.first;
  const overflowStart = before >= span.first - maxOverflowCells ? before : span.first;
  return Math.max(frozenColumns, Math.min(span.first, merged?.left ?? span.first, overflowStart));
}

function blankCell(row: number, column: number, { layout }: RowOptions): HTMLElement {
  const element = document.createElement('div');
  element.className = 'cell';
  element.id = cellId(row, column);
  element.setAttribute('role', 'gridcell');
  element.setAttribute('aria-colindex', String(column + 2));
  element.style.width = scaledPixels(layout.columns.size(column));
  return element;
}

function cellAt(row: number, column: number, cells: SheetRow | undefined, options: RowOptions) {
  const { layout, styles, markedKeys } = options;
  const merged = layout.merges.areaAt(row, column);
  if (merged && (merged.top !== row || merged.left !== column)) return null;
  const cellIndex = cells ? countBelow(cells.columns, column) : 0;
  const exists = cells?.columns[cellIndex] === column;
  if (!exists && !merged) return null;
  const text = (exists && cells.texts[cellIndex]) || '';
  const styleIndex = exists ? cells.styles[cellIndex] : undefined;
  const style = (styleIndex === undefined ? undefined : styles[styleIndex]) ?? defaultCellStyle;
  const element = blankCell(row, column, options);
  if (styleIndex !== undefined) element.classList.add(`look-${styleIndex}`);
  if (layout.columns.size(column) === 0 && !merged) return null;
  if (merged) {
    element.classList.add('merged');
    element.setAttribute('aria-rowspan', String(merged.bottom - merged.top + 1));
    element.setAttribute('aria-colspan', String(merged.right - merged.left + 1));
    element.style.width = scaledPixels(
      layout.columns.offset(merged.right + 1) - layout.columns.offset(column),
    );
    element.style.height = scaledPixels(layout.rows.offset(merged.bottom + 1) - layout.rows.offset(row));
  }
  const key = `${row},${column}`;
  const { comment } = layout.sheet.notes.get(key) ?? {};
  if (comment) element.append(createSpokenComment(comment));
  if (layout.sheet.notes.get(key)?.link) element.classList.add('linked');
  if (markedKeys.has(key)) element.classList.add('found');
  if (comment) element.classList.add('commented');
  if (text === '') return element;
  const words = document.createElement('span');
  // Text is on one line, as in the sheet, unless the cell wraps.
  words.textContent = style.wrap ? text : text.replace(/\r?\n/g, ' ');
  element.prepend(words);
  if (!merged && !style.wrap && style.align === 'left') overflowText(words, { column, text, cells, options });
  return element;
}

/** Screen readers read a comment with its cell; sighted users see it in the details of the cell. */
function createSpokenComment(comment: string): HTMLElement {
  return Object.assign(document.createElement('span'), { className: 'spoken', textContent: ` ${comment}` });
}

type OverflowOptions = {
  readonly column: number;
  readonly text: string;
  readonly cells: SheetRow | undefined;
  readonly options: RowOptions;
};

/** Text that is longer than its cell overflows into the empty cells that follow. */
function overflowText(
  words: HTMLElement,
  { column, text, cells, options: { layout, frozenColumns } }: OverflowOptions,
) {
  // Too large an estimate does no harm.
  const textWidth = 8 + estimateTextWidth(text);
  const next = cells?.columns[countBelow(cells.columns, column + 1)] ?? layout.columns.count;
  const edge = column < frozenColumns ? frozenColumns : Number.POSITIVE_INFINITY;
  const last = Math.min(next, edge, column + maxOverflowCells, layout.columns.count);
  const cellWidth = layout.columns.size(column);
  const maxWidth = layout.columns.offset(last) - layout.columns.offset(column);
  if (textWidth <= cellWidth || maxWidth <= cellWidth) return;
  words.className = 'running';
  words.parentElement?.classList.add('open');
  words.style.width = scaledPixels(Math.min(maxWidth, textWidth) - 6);
}
