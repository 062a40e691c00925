import { openOle } from '../format/ole.util.ts';
import { ViewerError } from '../viewer/viewer.types.ts';
import type { CharacterFormat } from './doc-formats.rules.ts';
import { characterFormats, paragraphFormats } from './doc-formats.rules.ts';
import { type Paragraph, paragraphsOf } from './doc-paragraphs.rules.ts';
import { DocTextError, readDocText, type TextPiece, tableNameOf } from './doc-text.rules.ts';
import type { WordTexts } from './docx-remainder.viewer.ts';
import type { RenderedDocument } from './page-column.viewer.ts';

/** Index of the comments among the parts of the text. */
const commentsPartIndex = 3;

function readTextOrThrow(main: Uint8Array, table: Uint8Array | null) {
  try {
    return readDocText(main, table);
  } catch (error) {
    if (error instanceof DocTextError && error.reason === 'password') throw new ViewerError('password');
    throw new ViewerError('unreadable', { cause: error });
  }
}

/** Divides the pieces among the parts of the text. */
function partsOf(
  pieces: readonly TextPiece[],
  lengths: readonly number[],
): readonly (readonly TextPiece[])[] {
  let from = 0;
  return lengths.map((length) => {
    const to = from + length;
    const part: TextPiece[] = [];
    let at = 0;
    for (const piece of pieces) {
      const [start, end] = [Math.max(from, at) - at, Math.min(to, at + piece.text.length) - at];
      if (start < end)
        part.push({
          ...piece,
          text: piece.text.slice(start, end),
          at: piece.at + start * piece.bytesPerCharacter,
        });
      at += piece.text.length;
    }
    from = to;
    return part;
  });
}

/**
 * Renders a legacy Word document: text with headings, tables and emphasis, paginated at manual page breaks.
 * @throws ViewerError `password` or `unreadable`
 */
export async function renderDoc(
  bytes: Uint8Array,
  words: Pick<WordTexts, 'comments'>,
): Promise<RenderedDocument> {
  const file = await openOle(async (offset, length) => bytes.subarray(offset, offset + length));
  const main = await file.readStream('WordDocument');
  if (!main) throw new ViewerError('unreadable');
  const table = await file.readStream(tableNameOf(main));
  const { pieces, partLengths } = readTextOrThrow(main, table);
  const formats = {
    paragraphs: paragraphFormats(main, table),
    characters: characterFormats(main, table),
  };
  const pages: HTMLElement[] = [];
  for (const [index, part] of partsOf(pieces, partLengths).entries()) {
    const writer = createPageWriter();
    for (const paragraph of paragraphsOf(part, formats)) writer.add(paragraph);
    const nonEmptyPages = writer
      .pages()
      .filter((currentPage) => index === 0 || currentPage.textContent.trim() !== '');
    if (index === commentsPartIndex) nonEmptyPages[0]?.prepend(headingOf(words.comments));
    pages.push(...nonEmptyPages);
  }
  return { pages, styles: [] };
}

const headingOf = (text: string) => Object.assign(document.createElement('h2'), { textContent: text });

function cssOf(format: CharacterFormat): Partial<CSSStyleDeclaration> {
  const { isBold, isItalic, isUnderlined, isStruck, size, colour } = format;
  const lines = [isUnderlined ? 'underline' : '', isStruck ? 'line-through' : ''].filter(Boolean).join(' ');
  return {
    ...(isBold ? { fontWeight: 'bold' } : {}),
    ...(isItalic ? { fontStyle: 'italic' } : {}),
    ...(lines === '' ? {} : { textDecoration: lines }),
    ...(size === null ? {} : { fontSize: `${size}pt` }),
    ...(colour === null
      ? {}
      : { color: `rgb(${colour & 255}, ${(colour >> 8) & 255}, ${(colour >> 16) & 255})` }),
  };
}

function elementOf({ runs, format }: Paragraph): HTMLElement {
  const level = Math.min(6, format.heading);
  const element = document.createElement(level > 0 ? `h${level}` : 'p');
  if (format.align !== 'left') element.style.textAlign = format.align;
  for (const { text, format: look } of runs) {
    const span = document.createElement('span');
    span.textContent = text;
    Object.assign(span.style, cssOf(look));
    element.append(span);
  }
  return element;
}

function createPageWriter() {
  const pages: HTMLElement[] = [];
  let row: HTMLTableRowElement | null = null;
  let cell: HTMLTableCellElement | null = null;
  const currentPage = () => {
    const last = pages.at(-1);
    if (last) return last;
    return startPage();
  };
  const startPage = () => {
    const section = document.createElement('section');
    section.className = 'plain written';
    pages.push(section);
    return section;
  };
  const openRow = (): HTMLTableRowElement => {
    if (row) return row;
    const { lastElementChild } = currentPage();
    const table =
      lastElementChild instanceof HTMLTableElement ? lastElementChild : document.createElement('table');
    if (table !== lastElementChild) currentPage().append(table);
    row = table.insertRow();
    return row;
  };
  const add = (paragraph: Paragraph) => {
    const { format, end, runs } = paragraph;
    if (format.isRowEnd) {
      [row, cell] = [null, null];
      return;
    }
    if (!format.isInTable && end !== 'cell') {
      [row, cell] = [null, null];
      currentPage().append(elementOf(paragraph));
      if (end === 'page') startPage();
      return;
    }
    cell ??= openRow().insertCell();
    if (runs.length > 0 || end !== 'cell') cell.append(elementOf(paragraph));
    if (end === 'cell') cell = null;
  };
  return { add, pages: () => (pages.length === 0 ? [startPage()] : pages) };
}
