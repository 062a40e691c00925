import { beginOfFile, recordsFrom, type XlsRecord } from './xls-records.rules.ts';
import { xlsStyles } from './xls-styles.rules.ts';
import type { WorkbookContent } from './xlsx-package.rules.ts';
import { headingText, type SheetPart } from './xlsx-sheet.rules.ts';

const boundSheetType = 0x0085;
const biff8Version = 0x0600;
const paneType = 0x0041;
const window2Type = 0x023e;
const headings: ReadonlySet<number> = new Set([0x0014, 0x0015]);
/** Records of single cells, which begin with row, column and format. */
const singleCellRecords: ReadonlySet<number> = new Set([0x06, 0xd6, 0xfd, 0x201, 0x203, 0x204, 0x205, 0x27e]);
/** Records of several cells, with the number of bytes per cell. */
const rows: ReadonlyMap<number, number> = new Map([
  [0xbd, 6],
  [0xbe, 2],
]);

/** Reads what SheetJS does not return of a binary workbook; only its newest form (BIFF8). */
export function readXlsContent(stream: Uint8Array): WorkbookContent | null {
  const records = [...recordsFrom(stream, 0)];
  const [first] = records;
  if (
    first?.kind !== beginOfFile ||
    first.data.byteLength < 2 ||
    first.data.getUint16(0, true) !== biff8Version
  )
    return null;
  const sheetOffsets = records.flatMap(({ kind, data }) =>
    kind === boundSheetType && data.byteLength >= 4 ? [data.getUint32(0, true)] : [],
  );
  return {
    styles: xlsStyles(records),
    floating: () => [],
    sheet(index) {
      const sheetOffset = sheetOffsets[index];
      return sheetOffset === undefined ? undefined : partOf(recordsFrom(stream, sheetOffset));
    },
  };
}

function partOf(records: Iterable<XlsRecord>): SheetPart {
  const formats: number[][] = [];
  const texts: string[] = [];
  let frozen = { rows: 0, columns: 0 };
  let flags = 0x02;
  for (const { kind, data } of records) {
    if (kind === window2Type && data.byteLength >= 2) flags = data.getUint16(0, true);
    else if (kind === paneType && data.byteLength >= 4) {
      frozen = { columns: data.getUint16(0, true), rows: data.getUint16(2, true) };
    } else if (headings.has(kind)) texts.push(headingText(textOf(data)));
    else collectFormats(formats, kind, data);
  }
  return {
    frozen: (flags & 0x08) !== 0 ? frozen : { rows: 0, columns: 0 },
    gridLines: (flags & 0x02) !== 0,
    rightToLeft: (flags & 0x40) !== 0,
    headings: [...new Set(texts.filter(Boolean))],
    formats,
  };
}

function collectFormats(formats: number[][], kind: number, data: DataView) {
  const size = singleCellRecords.has(kind) ? 6 : rows.get(kind);
  if (size === undefined || data.byteLength < 6) return;
  const row = (formats[data.getUint16(0, true)] ??= []);
  const column = data.getUint16(2, true);
  // Records of several cells end with the last column.
  const end = singleCellRecords.has(kind) ? 6 : data.byteLength - 2;
  for (let at = 4, next = column; at + 2 <= end; at += size, next += 1) row[next] = data.getUint16(at, true);
}

function textOf(data: DataView): string {
  if (data.byteLength < 3) return '';
  const isWide = (data.getUint8(2) & 1) !== 0;
  const bytes = new Uint8Array(data.buffer, data.byteOffset + 3, data.byteLength - 3);
  const length = data.getUint16(0, true) * (isWide ? 2 : 1);
  return new TextDecoder(isWide ? 'utf-16le' : 'latin1').decode(bytes.subarray(0, length));
}
