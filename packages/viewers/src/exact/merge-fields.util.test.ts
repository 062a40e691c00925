import { CFB } from '@e965/xlsx';
import { expect, test } from 'vitest';
import { gatherRanges, openOle } from '../format/ole.util.ts';
import { keepMergeFields } from './merge-fields.util.ts';

const [mergeField, page, formula] = [59, 33, 34];
const [beginMark, separator, end] = [0x13, 0x14, 0x15];
const [textFields, headerFields] = [16, 17];

/** The list of fields of a part: positions, then two bytes for each mark. */
function fieldList(kinds: readonly number[]): Uint8Array<ArrayBuffer> {
  // The upper bits of a mark are of no concern.
  const marks = kinds.flatMap((kind) => [beginMark | 0x80, kind, separator, mergeField, end, 0x80]);
  return Uint8Array.from([...Array<number>(4 * (marks.length / 2 + 1)).fill(mergeField), ...marks]);
}

type Sample = {
  readonly flags?: number;
  readonly version?: number;
  readonly table?: string;
  readonly lengthError?: number;
};

/** A Word document with a merge field and a page number in its text, and a merge field in its headers. */
function sample({ flags = 0, version = 193, table = '0Table', lengthError = 0 }: Sample = {}) {
  const [inText, inHeaders] = [fieldList([mergeField, page]), fieldList([mergeField])];
  const head = new Uint8Array(1_024);
  const view = new DataView(head.buffer);
  const short = (at: number, value: number) => view.setUint16(at, value, true);
  short(0, 0xa5ec);
  short(2, version);
  short(10, flags);
  const [shorts, longs, pairs] = [14, 22, 93];
  short(32, shorts);
  const longsAt = 34 + 2 * shorts;
  short(longsAt, longs);
  const pairsAt = longsAt + 2 + 4 * longs;
  short(pairsAt, pairs);
  const pair = (index: number, start: number, length: number) => {
    view.setUint32(pairsAt + 2 + 8 * index, start, true);
    view.setUint32(pairsAt + 6 + 8 * index, length, true);
  };
  pair(textFields, 7, inText.length);
  pair(headerFields, 7 + inText.length, inHeaders.length + lengthError);
  const file = CFB.utils.cfb_new();
  CFB.utils.cfb_add(file, '/WordDocument', head);
  const lists = Uint8Array.from([...Array<number>(7).fill(0), ...inText, ...inHeaders]);
  CFB.utils.cfb_add(file, `/${table}`, lists);
  return Uint8Array.from(CFB.write(file, { type: 'array' }) as number[]);
}

/** The kinds of the begins of fields in a table. */
async function kindsOf(document: Uint8Array, table = '0Table') {
  const ole = await openOle(async (offset, length) => document.subarray(offset, offset + length));
  const bytes = gatherRanges(document, await ole.locateStream(table, document.length));
  return [...bytes].flatMap((byte, index) => (byte === (beginMark | 0x80) ? [bytes[index + 1]] : []));
}

test('fields of mail merges become formulas, in the text and in headers', async () => {
  const document = sample();
  const changed = await keepMergeFields(document);
  expect(await kindsOf(document)).toEqual([mergeField, page, mergeField]);
  expect(await kindsOf(changed)).toEqual([formula, page, formula]);
  // Two bytes: positions and the other marks of fields stay.
  expect(changed.filter((byte, index) => byte !== document[index])).toHaveLength(2);
});

test('fields are found in either table', async () => {
  const changed = await keepMergeFields(sample({ flags: 0x0200, table: '1Table' }));
  expect(await kindsOf(changed, '1Table')).toEqual([formula, page, formula]);
});

test('a list that reaches beyond the table is left as it is', async () => {
  expect(await kindsOf(await keepMergeFields(sample({ lengthError: 10_000 })))).toEqual([
    formula,
    page,
    mergeField,
  ]);
});

test.each([
  ['is encrypted', sample({ flags: 0x0100 })],
  ['is of Word 95', sample({ version: 104 })],
  ['names the other table', sample({ flags: 0x0200 })],
  ['is cut', sample().subarray(0, 700)],
  ['is a workbook', Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0])],
  ['is empty', new Uint8Array()],
])('a document that %s stays as it is', async (_, document) => {
  expect(await keepMergeFields(document)).toBe(document);
});
