import { CFB, utils, write } from '@e965/xlsx';
import { expect, it } from 'vitest';
import { readXlsContent } from './xls-package.rules.ts';

const record = (kind: number, ...bytes: readonly number[]) => [
  kind & 0xff,
  kind >> 8,
  bytes.length & 0xff,
  bytes.length >> 8,
  ...bytes,
];
const start = (type: number) => record(0x0809, 0, 6, type, 0, 0, 0, 0, 0);
const end = record(0x000a);

/** Font: bold, italic, 14 points, third palette colour. */
const font = record(0x31, 0x18, 1, 2, 0, 10, 0, 0xbc, 2, 0, 0, 0, 0, 0, 0);
/** Format with that font, centred, wrapped, with a thin bottom border and the second palette colour as fill. */
const format = record(0xe0, 0, 0, 0, 0, 0, 0, 0x1a, 0, 0, 0, 0, 0x10, 0, 0, 0x80, 0x04, 0, 0x04, 9, 0);
const sheet = [
  ...start(0x10),
  ...record(0x14, 4, 0, 0, 0x26, 0x43, 0x48, 0x69),
  ...record(0x23e, 0x48, 0),
  ...record(0x41, 1, 0, 2, 0, 0, 0, 0, 0),
  ...record(0x203, 3, 0, 1, 0, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0),
  ...record(0xbe, 4, 0, 2, 0, 5, 0, 6, 0, 3, 0),
  ...end,
];

function workbook() {
  const globals = (place: number) => [
    ...start(0x05),
    ...font,
    ...format,
    ...record(0x85, place & 0xff, place >> 8, 0, 0, 0, 0),
    ...end,
  ];
  return Uint8Array.from([...globals(globals(0).length), ...sheet]);
}

it('reads styles, the frozen pane, grid lines and headings of a binary workbook', () => {
  const book = readXlsContent(workbook());
  expect(book?.styles).toEqual([
    {
      align: 'center',
      vertical: 'middle',
      wrap: true,
      indent: 0,
      bold: true,
      italic: true,
      underline: false,
      strike: false,
      size: 14,
      color: '#ff0000',
      fill: '#ffffff',
      borders: [null, null, '1px solid #ffffff', null],
    },
  ]);
  const part = book?.sheet(0);
  expect(part).toMatchObject({
    frozen: { rows: 2, columns: 1 },
    gridLines: false,
    rightToLeft: true,
    headings: ['Hi'],
  });
  expect(part?.formats[3]?.[1]).toBe(7);
  expect(part?.formats[4]?.slice(2)).toEqual([5, 6]);
});

it('returns null for an older format, and survives a truncated file', () => {
  const older = workbook();
  older[5] = 5;
  expect(readXlsContent(older)).toBeNull();
  const whole = workbook();
  for (let size = 0; size < whole.length; size += 1) {
    expect(() => readXlsContent(whole.slice(0, size))?.sheet(0)).not.toThrow();
  }
});

it('reads a file that another program wrote', () => {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([['a', 1]]), 'one');
  utils.book_append_sheet(book, utils.aoa_to_sheet([['b'], ['c']]), 'two');
  const file = CFB.read(new Uint8Array(write(book, { type: 'array', bookType: 'biff8' }) as ArrayBuffer), {
    type: 'array',
  });
  const stream = Uint8Array.from(CFB.find(file, 'Workbook')?.content ?? []);
  const read = readXlsContent(stream);
  expect(read?.styles.length).toBeGreaterThan(10);
  expect(read?.sheet(1)?.formats.map((row) => row?.length)).toEqual([1, 1]);
});
