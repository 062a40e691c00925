/** Value of a table cell; null and undefined are printed as `-`. */
export type Cell = string | number | boolean | null | undefined | readonly string[];

const doubleWidth =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;
const zeroWidth = /\p{Mn}|\p{Me}|\p{Cf}/u;

/** Width in terminal columns: CJK characters take two. */
export function displayWidth(text: string): number {
  return Array.from(text).reduce(
    (sum, sign) => sum + (zeroWidth.test(sign) ? 0 : doubleWidth.test(sign) ? 2 : 1),
    0,
  );
}

export function formatCell(cell: Cell): string {
  if (cell === null || cell === undefined || cell === '') return '-';
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  if (typeof cell === 'object') return cell.length === 0 ? '-' : cell.join(',');
  // Control characters in stored names must not move the cursor.
  return String(cell).replaceAll(/\p{Cc}/gu, ' ');
}

/** Formats rows as a table with headings; each column is as wide as its widest cell. */
export function formatTable(rows: readonly Readonly<Record<string, Cell>>[]): string[] {
  const [first] = rows;
  if (!first) return [];
  const names = Object.keys(first);
  const cells = rows.map((row) => names.map((name) => formatCell(row[name])));
  const widths = names.map((name, index) =>
    Math.max(displayWidth(name), ...cells.map((line) => displayWidth(line[index] ?? ''))),
  );
  return [names, ...cells].map((line) =>
    line
      .map((cell, index) => cell + ' '.repeat((widths[index] ?? 0) - displayWidth(cell)))
      .join('  ')
      .trimEnd(),
  );
}

/** Formats one object, one line per property. */
export function formatRecord(one: Readonly<Record<string, Cell>>): string[] {
  const width = Math.max(...Object.keys(one).map(displayWidth));
  return Object.entries(one).map(
    ([name, cell]) => `${name}${' '.repeat(width - displayWidth(name))}  ${formatCell(cell)}`,
  );
}

/** ISO 8601 in UTC without seconds. */
export const formatTime = (time: number | null): string | null =>
  time === null ? null : new Date(time).toISOString().replace(/:\d\d\.\d+Z$/, 'Z');
