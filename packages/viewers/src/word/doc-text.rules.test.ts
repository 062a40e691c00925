import { assert, property, uint8Array } from 'fast-check';
import { expect, it, test } from 'vitest';
import { characterFormats, paragraphFormats } from './doc-formats.rules.ts';
import { paragraphsOf } from './doc-paragraphs.rules.ts';
import { readDocText, tableNameOf } from './doc-text.rules.ts';

const textAt = 0x400;

type Sample = {
  readonly pieces: readonly (readonly [text: string, width: 1 | 2])[];
  readonly flags?: number;
};

/** The two streams of a document: its text in pieces and the piece table. */
function sample({ pieces, flags = 0 }: Sample) {
  const main = new Uint8Array(0x1000);
  const table = new Uint8Array(5 + 4 + 12 * pieces.length);
  const [header, list] = [new DataView(main.buffer), new DataView(table.buffer)];
  header.setUint16(0, 0xa5ec, true);
  header.setUint16(2, 0xc1, true);
  header.setUint16(10, flags, true);
  header.setUint32(0x1a6, table.length, true);
  table[0] = 2;
  list.setUint32(1, table.length - 5, true);
  let [at, count] = [textAt, 0];
  for (const [index, [text, width]] of pieces.entries()) {
    for (let unit = 0; unit < text.length; unit += 1) {
      const place = at + unit * width;
      if (width === 2) header.setUint16(place, text.charCodeAt(unit), true);
      else header.setUint8(place, text.charCodeAt(unit));
    }
    count += text.length;
    list.setUint32(5 + 4 * (index + 1), count, true);
    const record = 5 + 4 * (pieces.length + 1) + 8 * index;
    list.setUint32(record + 2, width === 1 ? (at * 2) | 0x40000000 : at, true);
    at += text.length * width;
  }
  header.setUint32(0x4c, count, true);
  return { main, table };
}

const written = ({ main, table }: ReturnType<typeof sample>) => {
  const formats = { paragraphs: paragraphFormats(main, table), characters: characterFormats(main, table) };
  return Array.from(paragraphsOf(readDocText(main, table).pieces, formats), ({ runs, end }) => [
    runs.map(({ text }) => text).join(''),
    end,
  ]);
};

it('joins text pieces of both character widths, and splits them into paragraphs, cells and pages', () => {
  const document = sample({
    pieces: [
      ['采购合同\r第一', 2],
      ['\x07A1\x07\x07line\x0bbreak\f', 1],
    ],
  });
  expect(written(document)).toEqual([
    ['采购合同', 'paragraph'],
    ['第一', 'cell'],
    ['A1', 'cell'],
    ['', 'cell'],
    ['line\nbreak', 'page'],
  ]);
});

it('shows the result of a field, and continues after a broken field', () => {
  const document = sample({
    pieces: [['see \x13 HYPERLINK "http://a" \x14\x13 DATE \x14here\x15\x15.\r\x13 PAGE \rnext\r', 1]],
  });
  expect(written(document).map(([text]) => text)).toEqual(['see here.', '', 'next']);
});

test.each([
  [0x0100, 'password'],
  [0, 'unknown'],
])('explains the missing text: flags %i, %s', (flags, reason) => {
  const { main, table } = sample({ pieces: [['text', 1]], flags });
  if (reason === 'unknown') main[0] = 0;
  expect(() => readDocText(main, table)).toThrow(expect.objectContaining({ reason }));
});

it('returns the name of the table stream that the document uses', () => {
  expect(tableNameOf(sample({ pieces: [] }).main)).toBe('0Table');
  expect(tableNameOf(sample({ pieces: [], flags: 0x0200 }).main)).toBe('1Table');
});

it('survives any table stream', () => {
  const { main } = sample({ pieces: [['text', 1]] });
  assert(
    property(uint8Array({ maxLength: 200 }), (table) => {
      new DataView(main.buffer).setUint32(0x1a6, table.length, true);
      new DataView(main.buffer).setUint32(0x106, table.length, true);
      new DataView(main.buffer).setUint32(0xfe, table.length, true);
      expect(written({ main, table: Uint8Array.from(table) })).toBeDefined();
    }),
  );
});

it('reads no more text than the file has bytes, also when pieces share the same bytes', () => {
  const { main, table } = sample({ pieces: Array.from({ length: 9 }, () => ['a'.repeat(256), 1] as const) });
  const list = new DataView(table.buffer);
  for (let piece = 0; piece < 9; piece += 1) {
    list.setUint32(5 + 4 * (piece + 1), (piece + 1) * main.length, true);
    list.setUint32(5 + 40 + 8 * piece + 2, 0x40000000, true);
  }
  const all = readDocText(main, table).pieces.reduce((sum, { text }) => sum + text.length, 0);
  expect(all).toBe(main.length);
});
