import { type CellObject, CFB, read, set_cptable, type WorkBook, type WorkSheet } from '@e965/xlsx';
import * as codePages from '@e965/xlsx/dist/cpexcel';
import { ViewerError } from '../viewer/viewer.types.ts';
import { type CellStyleTable, createCellStyleTable } from './cell-style-table.rules.ts';
import { createPackageParts } from './package-parts.rules.ts';
import type { CellNote, FloatingObject, Sheet, SheetRow, Workbook } from './sheet.types.ts';
import { readXlsContent } from './xls-package.rules.ts';
import { readXlsxContent, type WorkbookContent } from './xlsx-package.rules.ts';
import type { SheetPart } from './xlsx-sheet.rules.ts';
import { type Fill, fillColor, type ParsedStyles } from './xlsx-styles.rules.ts';

set_cptable(codePages);

/** Members that SheetJS returns but its types lack. */
type ParsedWorkbook = WorkBook & {
  readonly Styles?: ParsedStyles;
  readonly Themes?: {
    readonly themeElements?: { readonly clrScheme?: readonly { readonly rgb?: string }[] };
  };
  readonly files?: Parameters<typeof createPackageParts>[0];
  readonly cfb?: { readonly FullPaths?: readonly string[] };
};
type ParsedSheet = WorkSheet & {
  readonly '!objects'?: readonly ({ readonly TxO?: { readonly t?: string } } | null)[];
};

const pixelsOfPoints = (points: number) => (points * 4) / 3;
/** Excel's default sizes, in CSS pixels. */
const defaultSizePx = { width: 72, height: 20 } as const;

/** For larger workbooks, formatting the formulas would take as long as reading everything else. */
const maxFormulaFileBytes = 1024 * 1024;

/**
 * Reads a workbook in any of the formats that SheetJS supports.
 * @throws ViewerError `password` or `unreadable`
 */
export function readWorkbook(bytes: Uint8Array, { language }: { readonly language: 'zh' | 'en' }): Workbook {
  const workbook = parseWorkbook(bytes, language);
  const styles = createCellStyleTable();
  const packageContent = packageContentOf(workbook);
  const sheets = workbook.SheetNames.flatMap((name, index) => {
    const isHidden = (workbook.Workbook?.Sheets?.[index]?.Hidden ?? 0) > 0;
    const sheet = workbook.Sheets[name];
    return sheet ? [{ ...sheetOf(name, sheet, { styles, packageContent, index }), isHidden }] : [];
  });
  const visibleSheets = sheets.filter((sheet) => !sheet.isHidden);
  return { sheets: [...visibleSheets, ...sheets.filter(({ isHidden }) => isHidden)], styles: styles.all };
}

function packageContentOf(workbook: ParsedWorkbook): WorkbookContent | null {
  if (workbook.files) return readXlsxContent(createPackageParts(workbook.files), workbook);
  // The oldest workbooks are not compound files.
  const isCompound = workbook.cfb?.FullPaths !== undefined;
  const stream = isCompound ? CFB.find(workbook.cfb, 'Workbook')?.content : null;
  return stream ? readXlsContent(Uint8Array.from(stream)) : null;
}

function parseWorkbook(bytes: Uint8Array, language: 'zh' | 'en'): ParsedWorkbook {
  try {
    return read(bytes, {
      type: 'array',
      dense: true,
      cellStyles: true,
      cellHTML: false,
      cellFormula: bytes.length < maxFormulaFileBytes,
      bookFiles: true,
      // The number format that stands for the short date of the reader's locale.
      dateNF: language === 'zh' ? 'yyyy/m/d' : 'm/d/yyyy',
    });
  } catch (error) {
    const isLocked = /password|encrypt/i.test(error instanceof Error ? error.message : String(error));
    throw new ViewerError(isLocked ? 'password' : 'unreadable', { cause: error });
  }
}

type SheetContext = {
  readonly styles: CellStyleTable;
  readonly packageContent: WorkbookContent | null;
  readonly index: number;
};

function sheetOf(
  name: string,
  sheet: ParsedSheet,
  { styles, packageContent, index }: SheetContext,
): Omit<Sheet, 'isHidden'> {
  const part = packageContent?.sheet(index);
  const { rows, notes, rowCount, columnCount } = cellsOf(sheet, { styles, packageContent, part });
  const merges = (sheet['!merges'] ?? []).map(({ s, e }) => ({
    top: s.r,
    left: s.c,
    bottom: e.r,
    right: e.c,
  }));
  return {
    name,
    rows,
    notes,
    merges,
    rowCount,
    columnCount,
    ...sizesOf(sheet),
    frozen: part?.frozen ?? { rows: 0, columns: 0 },
    gridLines: part?.gridLines ?? true,
    rightToLeft: part?.rightToLeft ?? false,
    headings: part?.headings ?? [],
    floating: [...(packageContent?.floating(index) ?? []), ...boxesOf(sheet)],
  };
}

function sizesOf(sheet: ParsedSheet): Pick<Sheet, 'widths' | 'heights' | 'width' | 'height'> {
  const widths = new Map<number, number>();
  const heights = new Map<number, number>();
  sheet['!cols']?.forEach((column, at) => {
    const width = column?.hidden ? 0 : column?.wpx;
    if (width !== undefined) widths.set(at, Math.min(2000, width));
  });
  sheet['!rows']?.forEach((row, at) => {
    const height = row?.hidden ? 0 : row?.hpt && pixelsOfPoints(row.hpt);
    if (height !== undefined) heights.set(at, Math.min(600, height));
  });
  return { widths, heights, ...defaultSizePx };
}

/** Text boxes of the binary format, for which SheetJS returns the text but not the position. */
const boxesOf = (sheet: ParsedSheet): FloatingObject[] =>
  (sheet['!objects'] ?? []).flatMap((box) => {
    // Everything after the first null character belongs to the rest of the record.
    const text = box?.TxO?.t?.split('\0')[0]?.trim();
    return text ? [{ from: null, to: null, picture: null, chart: null, texts: [text] }] : [];
  });

type CellContext = Omit<SheetContext, 'index'> & { readonly part: SheetPart | undefined };

function cellsOf(sheet: ParsedSheet, { styles, packageContent, part }: CellContext) {
  const rows = new Map<number, SheetRow>();
  const notes = new Map<string, CellNote>();
  let rowCount = 0;
  let columnCount = 0;
  const dataRows = (sheet['!data'] ?? []) as readonly (readonly (CellObject | undefined)[] | undefined)[];
  dataRows.forEach((dataRow, at) => {
    const row = { columns: [] as number[], texts: [] as string[], styles: [] as number[] };
    dataRow?.forEach((cell, column) => {
      if (!cell) return;
      const format = part?.formats[at]?.[column];
      const cellFormatStyle = format === undefined ? undefined : packageContent?.styles[format];
      const styleIndex = styles.indexOf(cell.t, cellFormatStyle ?? fillColor(cell.s as Fill | undefined));
      const text = cellTextOf(cell);
      const note = noteOf(cell);
      if (note) notes.set(`${at},${column}`, note);
      if (text === '' && !note && !styles.isVisible(styleIndex)) return;
      row.columns.push(column);
      row.texts.push(text);
      row.styles.push(styleIndex);
    });
    if (row.columns.length === 0) return;
    rows.set(at, row);
    rowCount = at + 1;
    columnCount = Math.max(columnCount, (row.columns.at(-1) ?? 0) + 1);
  });
  return { rows, notes, rowCount, columnCount };
}

function cellTextOf({ t, v, w }: CellObject): string {
  if (t === 'z') return '';
  return w ?? (v === undefined ? '' : String(v));
}

function noteOf({ c, l, f }: CellObject): CellNote | null {
  const comment = c
    ?.map(({ a, t }) => (a && t && !t.startsWith(a) ? `${a}: ${t}` : t))
    .filter(Boolean)
    .join('\n');
  const link = l?.Target;
  if (!comment && !link && !f) return null;
  return { ...(comment ? { comment } : {}), ...(link ? { link } : {}), ...(f ? { formula: `=${f}` } : {}) };
}
