import { createHash } from 'node:crypto';
import { constants, deflateSync, inflateSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { crc32 } from '../archive/seven-zip-writer.rules.ts';
import { pngEnd, pngSignature, repairPng } from './repair-png.util.ts';

const chunk = (type: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
};

type Picture = { colorType?: number; depth?: number; interlace?: number; rows?: Uint8Array; more?: Buffer[] };

/** A picture of four by four pixels. Each row has a filter byte and its number as samples. */
function pngOf({ colorType = 0, depth = 8, interlace = 0, rows = greyRows, more = [] }: Picture = {}) {
  const header = Buffer.from([0, 0, 0, 4, 0, 0, 0, 4, depth, colorType, 0, 0, interlace]);
  const data = deflateSync(rows, { level: 0 });
  return Uint8Array.from(
    Buffer.concat([
      pngSignature,
      chunk('IHDR', header),
      ...more,
      chunk('IDAT', data.subarray(0, 12)),
      chunk('IDAT', data.subarray(12)),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  );
}

const rowOf = (value: number, samples = 4, filter = 0) => [filter, ...Array<number>(samples).fill(value)];
const greyRows = Uint8Array.from([1, 2, 3, 4].flatMap((value) => rowOf(value)));
/** Adam7 divides four by four pixels into passes of 1, 1, 2 · 1, 2 · 2 and 4 · 2 pixels. */
const interlacedRows = Uint8Array.from(
  [rowOf(1, 1), rowOf(2, 1), rowOf(3, 2), rowOf(4, 2), rowOf(5, 2), rowOf(6), rowOf(7)].flat(),
);

/** The unpacked rows, after all checksums were verified. */
function rowsOf(png: Uint8Array): readonly number[] {
  const data: Uint8Array[] = [];
  const types: string[] = [];
  const bytes = Buffer.from(png);
  for (let at = 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    expect(bytes.readUInt32BE(at + 8 + length)).toBe(crc32(bytes.subarray(at + 4, at + 8 + length)));
    const type = bytes.toString('latin1', at + 4, at + 8);
    types.push(type);
    if (type === 'IDAT') data.push(bytes.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  expect(types.at(-1)).toBe('IEND');
  return [...inflateSync(Buffer.concat(data))];
}

const changed = (png: Uint8Array, at: number, value = 0xff) => {
  const copy = Uint8Array.from(png);
  copy[at] = value;
  return copy;
};

const firstDataAt = 8 + 25 + 8;

describe('a damaged PNG', () => {
  test.each([
    ['grey', {}],
    ['interlaced', { interlace: 1, rows: interlacedRows }],
    ['with a palette', { colorType: 3, more: [chunk('PLTE', Buffer.alloc(15))] }],
    [
      'with a wrong checksum of a text',
      { more: [changed(chunk('tEXt', Buffer.from('a')), 9)].map((one) => Buffer.from(one)) },
    ],
  ] satisfies [string, Picture][])('that is intact, %s, stays', async (_, picture) => {
    expect(await repairPng(pngOf(picture))).toBeNull();
  });

  test('that is cut keeps the rows before the cut', async () => {
    const png = pngOf();
    const [endChunk, checksums, halfRow] = [12, 8, 2];
    const repaired = await repairPng(png.subarray(0, -(endChunk + checksums + halfRow)));
    expect(rowsOf(repaired ?? new Uint8Array())).toEqual([
      ...rowOf(1),
      ...rowOf(2),
      ...rowOf(3),
      ...rowOf(0),
    ]);
  });

  test('that is cut in compressed data of many slices keeps every whole row', async () => {
    const side = 512;
    // Hashes do not compress, so the data have several slices.
    const rows = Buffer.concat(
      Array.from({ length: side }, (_, row) =>
        Buffer.concat([
          Buffer.from([0]),
          ...Array.from({ length: side / 64 }, (_, part) =>
            createHash('sha512').update(`${row} ${part}`).digest(),
          ),
        ]),
      ),
    );
    const packed = deflateSync(rows);
    const cut = packed.subarray(0, packed.length - 70_000);
    const header = Buffer.from([0, 0, side >> 8, 0, 0, 0, side >> 8, 0, 8, 0, 0, 0, 0]);
    const png = Buffer.concat([pngSignature, chunk('IHDR', header), chunk('IDAT', cut)]);
    const readable = inflateSync(cut, { finishFlush: constants.Z_SYNC_FLUSH });
    const wholeRows = Math.floor(readable.length / (side + 1)) * (side + 1);
    const repaired = Buffer.from(rowsOf((await repairPng(Uint8Array.from(png))) ?? new Uint8Array()));
    expect(
      repaired.equals(Buffer.concat([rows.subarray(0, wholeRows), Buffer.alloc(rows.length - wholeRows)])),
    ).toBe(true);
  });

  test('of thousands of chunks does not wait after each one', async () => {
    const data = deflateSync(greyRows, { level: 0 });
    const empty = chunk('IDAT', Buffer.alloc(0));
    const one = Array.from(data, (byte) => chunk('IDAT', Buffer.from([byte])));
    const header = chunk('IHDR', Buffer.from([0, 0, 0, 4, 0, 0, 0, 4, 8, 0, 0, 0, 0]));
    const png = Buffer.concat([pngSignature, header, ...Array<Buffer>(5_000).fill(empty), ...one]);
    const timers = vi.spyOn(globalThis, 'setTimeout');
    const repaired = await repairPng(Uint8Array.from(png));
    expect(timers.mock.calls.length).toBeLessThan(one.length / 2);
    timers.mockRestore();
    expect(rowsOf(repaired ?? new Uint8Array())).toEqual([...greyRows]);
  });

  test('without an end gets one', async () => {
    const png = pngOf();
    expect(rowsOf((await repairPng(png.subarray(0, -12))) ?? new Uint8Array())).toEqual([...greyRows]);
  });

  test('with a wrong checksum of its pixels gets a right one', async () => {
    const png = pngOf();
    const repaired = await repairPng(changed(png, png.length - 13));
    expect(rowsOf(repaired ?? new Uint8Array())).toEqual([...greyRows]);
  });

  test('with an unknown filter loses that row and the next ones', async () => {
    const rows = Uint8Array.from([...rowOf(1), ...rowOf(2, 4, 9), ...rowOf(3), ...rowOf(4)]);
    const repaired = await repairPng(pngOf({ rows }));
    expect(rowsOf(repaired ?? new Uint8Array())).toEqual([...rowOf(1), ...Array<number>(15).fill(0)]);
  });

  test('that is interlaced keeps the passes before the damage', async () => {
    const rows = Uint8Array.from(interlacedRows);
    rows[4 + 3] = 9;
    const repaired = await repairPng(pngOf({ interlace: 1, rows }));
    const expected = [...rowOf(1, 1), ...rowOf(2, 1), ...rowOf(3, 2)];
    expect(rowsOf(repaired ?? new Uint8Array())).toEqual([
      ...expected,
      ...Array<number>(interlacedRows.length - expected.length).fill(0),
    ]);
  });

  test.each([
    ['a wrong checksum of its header', changed(pngOf(), 8 + 8 + 3)],
    ['a depth that its colours do not have', pngOf({ colorType: 2, depth: 4 })],
    ['no palette', pngOf({ colorType: 3 })],
    ['nothing but its signature', pngSignature],
  ])('with %s becomes a transparent pixel', async (_, png) => {
    const repaired = (await repairPng(png)) ?? new Uint8Array();
    expect(rowsOf(repaired)).toEqual([0, 0, 0]);
    expect([...repaired.subarray(16, 26)]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 8, 4]);
  });

  test('whose pixels are damaged at once has empty rows', async () => {
    const repaired = await repairPng(changed(pngOf(), firstDataAt));
    expect(rowsOf(repaired ?? new Uint8Array())).toEqual(Array(20).fill(0));
  });
});

test('the end of a PNG is the end of its last chunk, whatever follows', () => {
  const png = pngOf();
  const file = Uint8Array.from([1, 2, ...png, 3, 4]);
  expect(pngEnd(file, 2)).toBe(2 + png.length);
  expect(pngEnd(file.subarray(0, -6), 2)).toBeNull();
});
