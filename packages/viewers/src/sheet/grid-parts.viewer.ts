import { columnName } from './axis.rules.ts';
import type { GridLayout } from './grid-layout.rules.ts';
import { scaledPixels } from './grid-row.viewer.ts';
import type { Span } from './grid-window.rules.ts';
import type { Sheet } from './sheet.types.ts';

export type GridTexts = {
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
  row.style.height = scaledPixels(headHeight);
  const corner = document.createElement('div');
  corner.className = 'head';
  corner.setAttribute('role', 'columnheader');
  corner.setAttribute('aria-colindex', '1');
  corner.style.width = scaledPixels(headWidth);
  row.append(corner);
  const addHead = (column: number, isFrozen: boolean) => {
    const element = document.createElement('div');
    element.className = isFrozen ? 'column fast' : 'column';
    element.setAttribute('role', 'columnheader');
    element.setAttribute('aria-colindex', String(column + 2));
    element.textContent = columnName(column);
    element.style.width = scaledPixels(columns.size(column));
    element.style.insetInlineStart = scaledPixels(headWidth + columns.offset(column));
    row.append(element);
  };
  for (let column = 0; column < frozen; column += 1) addHead(column, true);
  for (let column = span.first; column <= span.last; column += 1) {
    if (columns.size(column) > 0) addHead(column, false);
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
    line.style.insetInlineStart = scaledPixels(headWidth + columns.offset(column + 1));
    lines.append(line);
  }
  return lines;
}

/**
 * Content without a cell position: headers and footers of the printed page, and text boxes without an anchor.
 */
export function createBelow({ headings, floating, rows }: Sheet, words: GridTexts): HTMLElement[] {
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
