import { columnName } from './axis.rules.ts';
import type { GridLayout } from './grid-layout.rules.ts';
import { pixels } from './grid-row.viewer.ts';
import type { Span } from './grid-window.rules.ts';
import type { Sheet } from './sheet.types.ts';

export type GridWords = {
  readonly picture: string;
  readonly headings: string;
  readonly boxes: string;
  readonly empty: string;
};

/** The row of column names, with the corner cell. */
export function createHeadRow({ columns, headWidth, headHeight }: GridLayout, span: Span, frozen: number) {
  const row = document.createElement('div');
  row.className = 'row heads';
  row.setAttribute('role', 'row');
  row.setAttribute('aria-rowindex', '1');
  row.style.height = pixels(headHeight);
  const corner = document.createElement('div');
  corner.className = 'head';
  corner.setAttribute('role', 'columnheader');
  corner.setAttribute('aria-colindex', '1');
  corner.style.width = pixels(headWidth);
  row.append(corner);
  const head = (column: number, isFast: boolean) => {
    const element = document.createElement('div');
    element.className = isFast ? 'column fast' : 'column';
    element.setAttribute('role', 'columnheader');
    element.setAttribute('aria-colindex', String(column + 2));
    element.textContent = columnName(column);
    element.style.width = pixels(columns.size(column));
    element.style.insetInlineStart = pixels(headWidth + columns.offset(column));
    row.append(element);
  };
  for (let column = 0; column < frozen; column += 1) head(column, true);
  for (let column = span.first; column <= span.last; column += 1) {
    if (columns.size(column) > 0) head(column, false);
  }
  return row;
}

/** The lines between columns; the lines between rows are borders of the rows. */
export function createLines({ columns, headWidth }: GridLayout, span: Span): HTMLElement {
  const lines = document.createElement('div');
  lines.className = 'lines';
  lines.setAttribute('role', 'presentation');
  for (let column = span.first; column <= span.last; column += 1) {
    const line = document.createElement('div');
    line.style.insetInlineStart = pixels(headWidth + columns.offset(column + 1));
    lines.append(line);
  }
  return lines;
}

/**
 * Content without a cell position: headers and footers of the printed page, and text boxes without an anchor.
 */
export function createBelow({ headings, floating, rows }: Sheet, words: GridWords): HTMLElement[] {
  const boxes = floating.filter(({ from }) => from === null).flatMap(({ texts }) => texts);
  const list = (title: string, texts: readonly string[]) => {
    if (texts.length === 0) return [];
    const heading = document.createElement('h2');
    heading.textContent = title;
    const lines = texts.map((text) => Object.assign(document.createElement('p'), { textContent: text }));
    return [heading, ...lines];
  };
  const isEmpty = rows.size === 0 && floating.length === 0;
  const empty = Object.assign(document.createElement('p'), { className: 'empty', textContent: words.empty });
  return [...(isEmpty ? [empty] : []), ...list(words.boxes, boxes), ...list(words.headings, headings)];
}
