import { describe, expect, it, test } from 'vitest';
import { readCmap } from './cmap.rules.ts';
import { readJbig2 } from './jbig2.rules.ts';
import { spansOf } from './ofd-page-text.rules.ts';
import { svgPath } from './ofd-path.rules.ts';
import { findSealPicture } from './ofd-seal.rules.ts';
import { deltasOf } from './ofd-text.rules.ts';

test.each([
  ['S 0 0 L 10 0 B 1 2 3 4 5 6 C', 'M 0 0 L 10 0 C 1 2 3 4 5 6 Z'],
  ['M 1 2 3 4', 'M 1 2 M 3 4'],
  ['M0,0L-1.5-2', 'M 0 0 L -1.5 -2'],
  ['L 5 5', 'M 0 0 L 5 5'],
  ['M 0 0 Q 1 1 2 2 A 5 5 0 1 0 9 9', 'M 0 0 Q 1 1 2 2 A 5 5 0 1 0 9 9'],
  ['M 0 0 L 1', 'M 0 0'],
  ['', ''],
])('converts the path %j to %j', (abbreviated, path) => {
  expect(svgPath(abbreviated)).toBe(path);
});

test.each([
  ['1 2 3', [1, 2, 3]],
  ['g 3 5.2 1', [5.2, 5.2, 5.2, 1]],
  ['g 2 1 g 2 2', [1, 1, 2, 2]],
  [null, []],
])('expands the distances %j to %j', (text, deltas) => {
  expect(deltasOf(text)).toEqual(deltas);
});

it('limits the expanded distances to the number of characters', () => {
  expect(deltasOf('g 100000 1 '.repeat(100_000), 4)).toEqual([1, 1, 1, 1]);
});

describe('character map with oversized ranges', () => {
  const subtable = (size: number, write: (view: DataView) => void) => {
    const table = new Uint8Array(12 + size);
    const view = new DataView(table.buffer);
    view.setUint16(2, 1);
    view.setUint16(4, 3);
    view.setUint16(6, 10);
    view.setUint32(8, 12);
    write(new DataView(table.buffer, 12));
    return table;
  };

  it('in groups is read up to the number of characters', () => {
    const table = subtable(16 + 12 * 0x10000, (view) => {
      view.setUint16(0, 12);
      view.setUint32(12, 0x10000);
      for (let group = 0; group < 0x10000; group += 1) {
        view.setUint32(16 + 12 * group + 4, 0xffff);
        view.setUint32(16 + 12 * group + 8, 1);
      }
    });
    expect(readCmap(table).size).toBe(0x10000);
  });

  it('in segments is read up to the number of characters', () => {
    const segments = 0x7fff;
    const table = subtable(16 + 8 * segments, (view) => {
      view.setUint16(0, 4);
      view.setUint16(6, 2 * segments);
      for (let segment = 0; segment < segments; segment += 1) view.setUint16(14 + 2 * segment, 0xfffe);
    });
    expect(readCmap(table).get(1)).toBe(1);
  });
});

describe('seal picture', () => {
  const node = (tag: number, ...content: number[]) => [tag, content.length, ...content];
  const picture = node(
    0x30,
    ...node(0x16, 0x70, 0x6e, 0x67),
    ...node(0x04, 1, 2, 3),
    ...node(0x02, 40),
    ...node(0x02, 40),
  );

  it('is found at any nesting depth', () => {
    const seal = node(
      0x30,
      ...node(0x02, 4),
      ...node(0x30, ...node(0x30, ...node(0x0c, 0x45, 0x53)), ...picture),
    );
    for (const bytes of [seal, node(0x30, ...node(0x04, ...seal))]) {
      expect(findSealPicture(Uint8Array.from(bytes))).toEqual({ type: 'png', bytes: Uint8Array.of(1, 2, 3) });
    }
  });

  it('is null when the length of its type exceeds the data', () => {
    const long = Array.from({ length: 200_000 }, () => 0x70);
    const name = [0x16, 0x83, 0x03, 0x0d, 0x40, ...long];
    const rest = [...node(0x04, 1), ...node(0x02, 40), ...node(0x02, 40)];
    const size = name.length + rest.length;
    const seal = [0x30, 0x83, size >> 16, (size >> 8) & 255, size & 255, ...name, ...rest];
    expect(findSealPicture(Uint8Array.from(seal))).toBeNull();
  });

  it('is null for truncated or unrelated bytes', () => {
    expect(findSealPicture(Uint8Array.from(picture.slice(0, 9)))).toBeNull();
    expect(findSealPicture(new Uint8Array(64))).toBeNull();
  });
});

it('maps a match to the character ranges of its text runs', () => {
  const runs = ['电子', '发票𠮷1'].map((text) => ({ run: { text, glyphs: [], isPositioned: true } }));
  const words = { text: '电子\n发票𠮷1', starts: [0, 3] };
  expect(spansOf(words, runs, { start: 1, end: 5 })).toEqual([
    { run: 0, from: 1, to: 2 },
    { run: 1, from: 0, to: 2 },
  ]);
  expect(spansOf(words, runs, { start: 7, end: 8 })).toEqual([{ run: 1, from: 3, to: 4 }]);
});

describe('JBIG2 bitmap', () => {
  // The example of ITU-T T.88, annex H.1: page 1 with its generic region at the end of the page.
  const head = [0x97, 0x4a, 0x42, 0x32, 0x0d, 0x0a, 0x1a, 0x0a, 1, 0, 0, 0, 1];
  const page = [
    0, 0, 0, 1, 0x30, 0, 1, 0, 0, 0, 0x13, 0, 0, 0, 0x40, 0, 0, 0, 0x38, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0,
  ];
  const region = [
    0, 0, 0, 0x0b, 0x27, 0, 1, 0, 0, 0, 0x23, 0, 0, 0, 0x36, 0, 0, 0, 0x2c, 0, 0, 0, 4, 0, 0, 0, 0x0b, 0, 8,
    3, 0xff, 0xfd, 0xff, 2, 0xfe, 0xfe, 0xfe, 4, 0xee, 0xed, 0x87, 0xfb, 0xcb, 0x2b, 0xff, 0xac,
  ];

  it('is decoded pixel by pixel', () => {
    const bitmap = readJbig2(Uint8Array.from([...head, ...page, ...region]));
    const black = (x: number, y: number) => bitmap?.pixels[y * 64 + x];
    expect(bitmap).toMatchObject({ width: 64, height: 56 });
    expect([black(4, 11), black(57, 54), black(4, 54), black(57, 11)]).toEqual([1, 1, 1, 1]);
    expect([black(3, 11), black(58, 54), black(30, 30)]).toEqual([0, 0, 0]);
  });

  it('is null when its regions exceed the pixel limit', () => {
    const dots = (count: number) => [count >> 24, (count >> 16) & 255, (count >> 8) & 255, count & 255];
    const wide = [...page.slice(0, 11), ...dots(6000), ...dots(6000), ...page.slice(19)];
    const large = [...region.slice(0, 11), ...dots(3000), ...dots(3000), ...region.slice(19)];
    expect(readJbig2(Uint8Array.from([...head, ...wide, ...large]))).toBeNull();
  });

  it('is null for unrelated bytes or an unsupported coding', () => {
    expect(readJbig2(Uint8Array.from([1, 2, 3]))).toBeNull();
    expect(
      readJbig2(
        Uint8Array.from([...head, ...page, 0, 0, 0, 2, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 3, 6, 0, 1, 0, 0, 0, 0]),
      ),
    ).toBeNull();
  });
});
