import { defaultCellStyle, type Sheet, type SheetRow, type Workbook } from './sheet.types.ts';
import { estimateTextWidth } from './text-width.rules.ts';

const maxColumnWidthPx = 360;
const sampleRows = 200;

/** Estimates the column widths by the longest text of the first rows. */
function widthsOf(rows: readonly (readonly string[])[]): Map<number, number> {
  const widths = new Map<number, number>();
  for (const row of rows.slice(0, sampleRows)) {
    row.forEach((text, column) => {
      const width = 16 + estimateTextWidth(text);
      widths.set(column, Math.min(maxColumnWidthPx, Math.max(width, widths.get(column) ?? 56)));
    });
  }
  return widths;
}

const rowOf = (cells: readonly string[]): SheetRow => {
  const columns = cells.flatMap((text, column) => (text === '' ? [] : [column]));
  return {
    columns,
    texts: columns.map((column) => cells[column] ?? ''),
    styles: columns.map((column) => (/^-?[\d,]*\.?\d+%?$/.test(cells[column] ?? '') ? 1 : 0)),
  };
};

/** Creates a workbook with one sheet from rows of text. */
export function workbookOfRows(name: string, rows: readonly (readonly string[])[]): Workbook {
  const sheet: Sheet = {
    name,
    isHidden: false,
    rows: new Map(rows.map((row, at) => [at, rowOf(row)])),
    rowCount: rows.length,
    columnCount: rows.reduce((maxColumns, row) => Math.max(maxColumns, row.length), 0),
    widths: widthsOf(rows),
    heights: new Map(),
    width: 72,
    height: 24,
    frozen: { rows: 0, columns: 0 },
    merges: [],
    notes: new Map(),
    floating: [],
    headings: [],
    gridLines: true,
    rightToLeft: false,
  };
  return { sheets: [sheet], styles: [defaultCellStyle, { ...defaultCellStyle, align: 'right' }] };
}
