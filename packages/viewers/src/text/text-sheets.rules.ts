/** The lines of a printed sheet, and the columns of a line. A wide character fills two columns. */
export const textSheet = { lines: 66, columns: 92 } as const;

const tabColumns = 4;

// Chinese, Japanese and Korean characters and their punctuation.
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|[\ud83c-\ud87e][\udc00-\udfff]/;

const columnsOf = (character: string): number => (wide.test(character) ? 2 : 1);

/** Divides a line at the last column; an empty line remains one. */
function wrapLine(line: string): readonly string[] {
  const rows: string[] = [];
  let row = '';
  let used = 0;
  for (const character of line.replaceAll('\t', ' '.repeat(tabColumns))) {
    const columns = columnsOf(character);
    if (used + columns > textSheet.columns) {
      rows.push(row);
      row = '';
      used = 0;
    }
    row += character;
    used += columns;
  }
  return [...rows, row];
}

/** Divides a text into sheets of lines; there is at least one sheet. */
export function sheetsOf(text: string): readonly (readonly string[])[] {
  const rows = text
    .replace(/\s+$/, '')
    .split(/\r\n|\r|\n|\f/)
    .flatMap(wrapLine);
  const sheets: string[][] = [];
  for (let from = 0; from < rows.length; from += textSheet.lines)
    sheets.push(rows.slice(from, from + textSheet.lines));
  return sheets;
}
