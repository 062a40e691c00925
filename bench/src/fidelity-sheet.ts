import type { Document, Element, Node } from '@xmldom/xmldom';
import type { WordPage } from './fidelity-words.ts';

/** The displayed text of the cells of a sheet, by `row,column` counted from 0, and the words of its charts. */
export interface SheetContent {
  readonly cells: ReadonlyMap<string, string>;
  readonly charts: readonly (readonly string[])[];
}

/** How much of the first sheet of a workbook is shown. */
export interface SheetCounts {
  /** The share of the cells with a text that show this text; null without such cells. */
  readonly cells: number | null;
  readonly charts: number;
  readonly referenceCharts: number;
}

/** A chart counts as shown if at least this share of its words is shown with it. */
const minChartWordShare = 0.5;
/** Cells beyond are not compared, because a viewer draws only what it scrolls to. */
export const maxRows = 2000;
export const maxColumns = 256;

export const normalizeText = (text: string) => text.normalize('NFKC').replaceAll(/\s+/gu, ' ').trim();
const wordsOf = (text: string) => normalizeText(text).split(' ').filter(Boolean);

const childrenOf = (node: Node): Element[] =>
  Array.from(node.childNodes).filter((child): child is Element => child.nodeType === 1);
const namesOfRowGroups = new Set([
  'table:table-rows',
  'table:table-header-rows',
  'table:table-row-group',
  'table:table-columns',
  'table:table-header-columns',
  'table:table-column-group',
]);

/** The rows or columns of a table, with those in groups. */
const partsOfTable = (table: Element, name: string): Element[] =>
  childrenOf(table).flatMap((child) => {
    if (child.tagName === name) return [child];
    return namesOfRowGroups.has(child.tagName) ? partsOfTable(child, name) : [];
  });

const repetitionsOf = (element: Element, name: 'columns' | 'rows') =>
  Number(element.getAttribute(`table:number-${name}-repeated`) ?? 1);
const isHidden = (element: Element) =>
  ['collapse', 'filter'].includes(element.getAttribute('table:visibility') ?? '');

/** The text of an element as it is displayed: OpenDocument names repeated spaces, tabs and line breaks. */
function displayedText(node: Node): string {
  if (node.nodeType === 3) return (node.nodeValue ?? '').replaceAll(/\s+/gu, ' ');
  const { tagName } = node as Element;
  if (['text:s', 'text:tab', 'text:line-break'].includes(tagName)) return ' ';
  if (['office:annotation', 'draw:frame'].includes(tagName)) return '';
  return Array.from(node.childNodes).map(displayedText).join('');
}

const textOfCell = (cell: Element) =>
  normalizeText(
    childrenOf(cell)
      .filter(({ tagName }) => tagName === 'text:p')
      .map(displayedText)
      .join(' '),
  );

/** The numbers of the hidden columns of a table. */
function hiddenColumnsOf(table: Element): ReadonlySet<number> {
  const hidden = new Set<number>();
  let column = 0;
  for (const part of partsOfTable(table, 'table:table-column')) {
    const count = repetitionsOf(part, 'columns');
    if (isHidden(part)) for (let at = 0; at < Math.min(count, maxColumns); at += 1) hidden.add(column + at);
    column += count;
  }
  return hidden;
}

function cellsOf(table: Element): ReadonlyMap<string, string> {
  const cells = new Map<string, string>();
  const hiddenColumns = hiddenColumnsOf(table);
  let row = 0;
  for (const part of partsOfTable(table, 'table:table-row')) {
    const rowCount = repetitionsOf(part, 'rows');
    let column = 0;
    for (const cell of childrenOf(part)) {
      const columnCount = repetitionsOf(cell, 'columns');
      const text = cell.tagName === 'table:table-cell' && !isHidden(part) ? textOfCell(cell) : '';
      if (text !== '')
        for (let down = 0; down < Math.min(rowCount, maxRows - row); down += 1)
          for (let right = 0; right < Math.min(columnCount, maxColumns - column); right += 1)
            if (!hiddenColumns.has(column + right)) cells.set(`${row + down},${column + right}`, text);
      column += columnCount;
    }
    row += rowCount;
  }
  return cells;
}

const textsOf = (chart: Element, name: string) =>
  Array.from(chart.getElementsByTagName(name)).flatMap((element) => wordsOf(displayedText(element)));

/** The words that a chart displays: its titles, and the names in its legend, which are those of the parts in round charts. */
function wordsOfChart(chart: Element): readonly string[] {
  const titles = ['chart:title', 'chart:subtitle'].flatMap((name) => textsOf(chart, name));
  if (chart.getElementsByTagName('chart:legend').length === 0) return titles;
  const [table] = Array.from(chart.getElementsByTagName('table:table'));
  const rows = table ? partsOfTable(table, 'table:table-row') : [];
  const isRound = ['chart:circle', 'chart:ring'].includes(chart.getAttribute('chart:class') ?? '');
  const names = isRound
    ? rows.slice(1).map((row) => childrenOf(row)[0])
    : rows.slice(0, 1).flatMap((row) => childrenOf(row).slice(1));
  return [...titles, ...names.flatMap((cell) => (cell ? wordsOf(textOfCell(cell)) : []))];
}

/** Reads the first sheet of a workbook in the flat form of OpenDocument. */
export function parseFlatWorkbook(document: Document): SheetContent {
  const [workbook] = Array.from(document.getElementsByTagName('office:spreadsheet'));
  const table = workbook && childrenOf(workbook).find(({ tagName }) => tagName === 'table:table');
  if (!table) return { cells: new Map(), charts: [] };
  return {
    cells: cellsOf(table),
    charts: Array.from(table.getElementsByTagName('chart:chart'), wordsOfChart),
  };
}

const shareOf = (words: readonly string[], shown: readonly string[]) => {
  const rest = [...shown];
  const found = words.filter((word) => {
    const at = rest.indexOf(word);
    if (at >= 0) rest.splice(at, 1);
    return at >= 0;
  });
  return words.length === 0 ? 1 : found.length / words.length;
};

/** Counts the charts of the reference that a drawn object shows with their words. Each object counts once. */
function countCharts(reference: SheetContent, drawn: readonly (readonly string[])[]): number {
  const rest = [...drawn];
  const isShown = (words: readonly string[]) => {
    const at = rest.findIndex((shown) => shareOf(words, shown) >= minChartWordShare);
    if (at >= 0) rest.splice(at, 1);
    return at >= 0;
  };
  // A chart without words fits every object, so it takes what the others leave.
  return reference.charts.toSorted((a, b) => b.length - a.length).filter(isShown).length;
}

/** Compares the cells and drawn objects of a viewer with the first sheet of the reference, place by place. */
export function compareSheets(reference: SheetContent, shown: SheetContent): SheetCounts {
  const cells = [...reference.cells];
  const kept = cells.filter(([place, text]) => shown.cells.get(place) === text);
  return {
    cells: cells.length === 0 ? null : kept.length / cells.length,
    charts: countCharts(reference, shown.charts),
    referenceCharts: reference.charts.length,
  };
}

const wideCharacters = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu;
/** The words of printed text: in scripts without spaces every character is one, because lines end between them. */
const printedWordsOf = (text: string) => wordsOf(text.replaceAll(wideCharacters, ' $& '));

/** The words that are left to find. */
class WordBag {
  readonly #counts: Map<string, number>;

  constructor(words: readonly string[]) {
    this.#counts = new Map(
      [...Map.groupBy(words, (word) => word)].map(([word, same]) => [word, same.length]),
    );
  }

  add(word: string, count: number): void {
    this.#counts.set(word, (this.#counts.get(word) ?? 0) + count);
  }

  has(word: string, count = 1): boolean {
    return (this.#counts.get(word) ?? 0) >= count;
  }

  /** @returns whether the bag contained all of the words. */
  take(words: readonly string[]): boolean {
    const counts = [...Map.groupBy(words, (word) => word)];
    if (!counts.every(([word, same]) => this.has(word, same.length))) return false;
    for (const [word, same] of counts) this.add(word, -same.length);
    return true;
  }
}

const maxJoinedCells = 6;

/** Splits the words that pdftotext joins because the texts of neighbouring cells touch, unless a cell contains them. */
function splitJoinedCells(bag: WordBag, cells: ReadonlyMap<string, string>): void {
  const wanted = Map.groupBy([...cells.values()].flatMap(printedWordsOf), (word) => word);
  for (const [place, text] of cells) {
    const [row, column = 0] = place.split(',').map(Number);
    const parts = [wordsOf(text).at(-1) ?? ''];
    for (let next = column + 1; next < column + maxJoinedCells; next += 1) {
      const words = wordsOf(cells.get(`${row},${next}`) ?? '');
      if (words.length === 0) break;
      parts.push(words[0] ?? '');
      const joined = parts.join('');
      if (bag.has(joined, 1 + (wanted.get(joined)?.length ?? 0))) {
        bag.add(joined, -1);
        for (const part of parts) bag.add(part, 1);
      }
      if (words.length > 1) break;
    }
  }
}

/**
 * Compares the words of printed pages with the first sheet of the reference. Pages have no cells: a cell is shown if all of its
 * words are on the pages, and a chart if a page contains enough of its words.
 */
export function comparePrintedSheet(reference: SheetContent, pages: readonly WordPage[]): SheetCounts {
  const pageWords = pages.map(({ words }) => words.flatMap(({ text }) => printedWordsOf(text)));
  const bag = new WordBag(pageWords.flat());
  splitJoinedCells(bag, reference.cells);
  const cells = [...reference.cells.values()];
  const kept = cells.filter((text) => bag.take(printedWordsOf(text)));
  const charts = reference.charts.filter((words) =>
    pageWords.some(
      (shown) => words.length > 0 && shareOf(words.flatMap(printedWordsOf), shown) >= minChartWordShare,
    ),
  );
  return {
    cells: cells.length === 0 ? null : kept.length / cells.length,
    charts: charts.length,
    referenceCharts: reference.charts.filter((words) => words.length > 0).length,
  };
}
