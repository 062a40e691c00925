import { type ComparedLine, CompareError, compareLimits } from './compare.types.ts';

/** A longer line is shown in pieces, because an element with more text takes long to lay out. */
const maxLineCharacters = 2_000;

const lineEnd = /\r\n|[\n\r\u2028\u2029]/;

/** Adds a line in pieces that do not divide a surrogate pair. */
function addLine(lines: ComparedLine[], text: string, place: Pick<ComparedLine, 'number' | 'page'>): void {
  let from = 0;
  do {
    let to = Math.min(text.length, from + maxLineCharacters);
    const last = text.charCodeAt(to - 1);
    if (to < text.length && last >= 0xd800 && last <= 0xdbff) to -= 1;
    lines.push({ text: text.slice(from, to), ...place });
    from = to;
  } while (from < text.length);
  if (lines.length > compareLimits.lines) throw new CompareError('tooLong');
}

/**
 * Divides a text into lines. How lines end, and whether the last one does, makes no difference.
 * @throws {CompareError} `tooLong` above the limits.
 */
export function splitLines(text: string): readonly ComparedLine[] {
  if (text.length > compareLimits.characters) throw new CompareError('tooLong');
  const texts = text.replace(/^\ufeff/, '').split(lineEnd);
  if (texts.at(-1) === '') texts.pop();
  const lines: ComparedLine[] = [];
  for (const [index, one] of texts.entries()) addLine(lines, one, { number: index + 1, page: null });
  return lines;
}

/**
 * Divides the pages of a document into lines. Empty lines are left out: where they are depends on the layout alone.
 * @throws {CompareError} `tooLong` above the limits.
 */
export function splitPages(pages: readonly string[]): readonly ComparedLine[] {
  if (pages.reduce((sum, { length }) => sum + length, 0) > compareLimits.characters)
    throw new CompareError('tooLong');
  const lines: ComparedLine[] = [];
  for (const [index, page] of pages.entries()) {
    const texts = page.split(lineEnd).filter((text) => text.trim() !== '');
    for (const [at, text] of texts.entries())
      addLine(lines, text.trim(), { number: at + 1, page: index + 1 });
  }
  return lines;
}
