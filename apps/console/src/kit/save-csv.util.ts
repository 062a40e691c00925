import { saveFile } from './save-file.util.ts';

/** A cell that a spreadsheet would take for a formula begins with one of these. */
const formulaStart = /^[=+\-@\t\r]/;

/** One line of CSV (RFC 4180). A text that a spreadsheet would execute gets an apostrophe in front. */
export function csvLine(values: readonly (string | number | null)[]): string {
  const cells = values.map((value) => {
    const text = value === null ? '' : String(value);
    const safe = typeof value === 'string' && formulaStart.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  });
  return `${cells.join(',')}\r\n`;
}

/** Downloads lines as a file. The byte order mark makes spreadsheets read Chinese as UTF-8. */
export function saveCsv(name: string, lines: readonly string[]): void {
  saveFile(`${name}.csv`, new Blob(['\uFEFF', ...lines], { type: 'text/csv;charset=utf-8' }));
}

/** Downloads a text as a file. */
export function saveText(name: string, parts: readonly string[], type: string): void {
  saveFile(name, new Blob([...parts], { type: `${type};charset=utf-8` }));
}
