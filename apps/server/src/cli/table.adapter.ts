/** Value of a table cell; null and undefined are printed as `-`. */
export type Cell = string | number | boolean | null | undefined | readonly string[];

const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;
const unseen = /\p{Mn}|\p{Me}|\p{Cf}/u;

/** Width in terminal columns: CJK characters take two. */
export function widthOf(text: string): number {
  return Array.from(text).reduce((sum, sign) => sum + (unseen.test(sign) ? 0 : wide.test(sign) ? 2 : 1), 0);
}

export function textOf(cell: Cell): string {
  if (cell === null || cell === undefined || cell === '') return '-';
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  if (typeof cell === 'object') return cell.length === 0 ? '-' : cell.join(',');
  // Control characters in stored names must not move the cursor.
  return String(cell).replaceAll(/\p{Cc}/gu, ' ');
}

/** Formats rows as a table with headings; each column is as wide as its widest cell. */
export function tableOf(rows: readonly Readonly<Record<string, Cell>>[]): string[] {
  const [first] = rows;
  if (!first) return [];
  const names = Object.keys(first);
  const cells = rows.map((row) => names.map((name) => textOf(row[name])));
  const widths = names.map((name, index) =>
    Math.max(widthOf(name), ...cells.map((line) => widthOf(line[index] ?? ''))),
  );
  return [names, ...cells].map((line) =>
    line
      .map((cell, index) => cell + ' '.repeat((widths[index] ?? 0) - widthOf(cell)))
      .join('  ')
      .trimEnd(),
  );
}

/** Formats one object, one line per property. */
export function sheetOf(one: Readonly<Record<string, Cell>>): string[] {
  const width = Math.max(...Object.keys(one).map(widthOf));
  return Object.entries(one).map(
    ([name, cell]) => `${name}${' '.repeat(width - widthOf(name))}  ${textOf(cell)}`,
  );
}

/** ISO 8601 in UTC without seconds. */
export const momentOf = (time: number | null): string | null =>
  time === null ? null : new Date(time).toISOString().replace(/:\d\d\.\d+Z$/, 'Z');
