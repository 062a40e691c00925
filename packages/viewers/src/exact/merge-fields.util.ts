import { dataViewOf } from '../format/data-view.util.ts';
import { gatherRanges, openOle, scatterRanges } from '../format/ole.util.ts';

/** The signature of a Word document, and the version of its format from Word 97 on ([MS-DOC] 2.5.2). */
const wordSignature = 0xa5ec;
const word97 = 193;
const flagsAt = 10;
const isEncrypted = 0x0100;
const usesSecondTable = 0x0200;
const baseBytes = 32;

/**
 * The lists of fields of the text, headers, footnotes, comments, endnotes, and both kinds of text boxes: their indexes among the
 * pairs of offset and length in the file information block ([MS-DOC] 2.5.6).
 */
const fieldLists = [16, 17, 18, 19, 48, 57, 59];
/** A list contains a character position for each field and one more, then two bytes for each field ([MS-DOC] 2.8.25). */
const positionBytes = 4;
const fieldBytes = 2;
/** The lower five bits of the first byte of a field's begin, and the kinds of fields in its second byte. */
const beginMark = 0x13;
const mergeField = 59;
const formula = 34;

/**
 * Shows the fields of mail merges in a Word document (doc) as their results. The build of the engine has no databases and leaves these
 * fields empty. It shows the result of a formula as the document contains it, so that they become formulas.
 * @returns the changed document, or the document itself if it contains no such field or is none of Word.
 */
export async function keepMergeFields(document: Uint8Array): Promise<Uint8Array> {
  const ole = await openOle(async (offset, length) => document.subarray(offset, offset + length));
  const head = await ole.readStream('WordDocument', 4_096);
  if (!head || head.length < baseBytes) return document;
  const view = dataViewOf(head);
  const flags = view.getUint16(flagsAt, true);
  if (view.getUint16(0, true) !== wordSignature || view.getUint16(2, true) < word97) return document;
  if ((flags & isEncrypted) !== 0) return document;
  const name = (flags & usesSecondTable) === 0 ? '0Table' : '1Table';
  const ranges = await ole.locateStream(name, document.length);
  const table = gatherRanges(document, ranges);
  const kindOffsets = fieldListsOf(view).flatMap(({ start, length }) => mergeFieldsIn(table, start, length));
  if (kindOffsets.length === 0) return document;
  for (const at of kindOffsets) table[at] = formula;
  const result = Uint8Array.from(document);
  scatterRanges(table, result, ranges);
  return result;
}

/** The offsets and lengths of the lists of fields in the table stream. Three counted lists of numbers precede the pairs. */
function fieldListsOf(view: DataView): readonly { readonly start: number; readonly length: number }[] {
  const countAt = (at: number) => (at + 2 <= view.byteLength ? view.getUint16(at, true) : 0);
  const longsAt = baseBytes + 2 + 2 * countAt(baseBytes);
  const pairsAt = longsAt + 2 + 4 * countAt(longsAt);
  const pairs = countAt(pairsAt);
  return fieldLists.flatMap((index) => {
    const at = pairsAt + 2 + 8 * index;
    if (index >= pairs || at + 8 > view.byteLength) return [];
    return { start: view.getUint32(at, true), length: view.getUint32(at + 4, true) };
  });
}

/** The offsets of the bytes that state the kind of a merge field. */
function mergeFieldsIn(table: Uint8Array, start: number, length: number): readonly number[] {
  if (length < positionBytes || start + length > table.length) return [];
  const count = Math.floor((length - positionBytes) / (positionBytes + fieldBytes));
  const fieldsAt = start + positionBytes * (count + 1);
  return Array.from({ length: count }, (_, index) => fieldsAt + fieldBytes * index)
    .filter((at) => ((table[at] ?? 0) & 0x1f) === beginMark && table[at + 1] === mergeField)
    .map((at) => at + 1);
}
