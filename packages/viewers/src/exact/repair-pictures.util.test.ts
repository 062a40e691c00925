import { CFB } from '@e965/xlsx';
import { describe, expect, test } from 'vitest';
import { samplePng } from '../../testing/sample-png.ts';
import { zipOf } from '../../testing/sample-zip.ts';
import { openZip, readEntry } from '../archive/zip-files.util.ts';
import { openOle } from '../format/ole.util.ts';
import { repairPictures } from './repair-pictures.util.ts';
import { repairPng } from './repair-png.util.ts';

const side = 60;
/** Pixels that Deflate hardly compresses, so that the picture fills several sectors of a compound file. */
const rows = Uint8Array.from({ length: side * (3 * side + 1) }, (_, at) =>
  at % (3 * side + 1) === 0 ? 0 : (at * at * 31) >> 5,
);
const intact = await samplePng({ width: side, height: side, depth: 8, colorType: 2, rows });
/** The last byte of its pixels is wrong. */
const damaged = Uint8Array.from(intact, (byte, at) => (at === intact.length - 17 ? byte ^ 0xff : byte));

const partsOf = (bytes: Uint8Array) => ({
  size: bytes.length,
  read: async (offset: number, length: number) => bytes.subarray(offset, offset + length),
});

describe('the repair of pictures in a package', () => {
  const texts = { mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': 'a'.repeat(5_000) };

  test('replaces damaged pictures alone, and keeps the order of the parts', async () => {
    const document = await zipOf({
      ...texts,
      'Pictures/a.png': damaged,
      'word/media/b.jpg': damaged,
      'c.png': intact,
    });
    const repaired = await repairPictures(document);
    const contents: Record<string, Uint8Array> = {};
    for await (const entry of openZip(partsOf(repaired ?? new Uint8Array())).getEntriesGenerator()) {
      if (!entry.directory) contents[entry.filename] = await readEntry(entry, { maxBytes: 1e6 });
    }
    expect(Object.keys(contents)).toEqual([
      'mimetype',
      'content.xml',
      'Pictures/a.png',
      'word/media/b.jpg',
      'c.png',
    ]);
    expect(new TextDecoder().decode(contents['content.xml'])).toBe(texts['content.xml']);
    expect(contents['c.png']).toEqual(intact);
    for (const name of ['Pictures/a.png', 'word/media/b.jpg']) {
      expect(contents[name]).not.toEqual(damaged);
      expect(await repairPng(contents[name] ?? new Uint8Array())).toBeNull();
    }
  });

  test('finds nothing in a document whose pictures are intact', async () => {
    expect(await repairPictures(await zipOf({ ...texts, 'Pictures/a.png': intact }))).toBeNull();
  });

  test('fails for a package without a directory', async () => {
    const document = await zipOf({ ...texts, 'Pictures/a.png': damaged });
    await expect(repairPictures(document.slice(0, -40))).rejects.toBeInstanceOf(Error);
  });
});

/** A compound file with one stream. */
function compoundOf(name: string, content: Uint8Array): Uint8Array<ArrayBuffer> {
  const file = CFB.utils.cfb_new();
  CFB.utils.cfb_add(file, name, content);
  return Uint8Array.from(CFB.write(file, { type: 'array' }) as number[]);
}

/** A picture in its record, as [MS-ODRAW] 2.2.28 describes it. */
function recordOf(png: Uint8Array): Uint8Array {
  const record = new Uint8Array(25 + png.length);
  const view = new DataView(record.buffer);
  view.setUint16(2, 0xf01e, true);
  view.setUint32(4, 17 + png.length, true);
  record.set(png, 25);
  return record;
}

const before = new Uint8Array(6_000).fill(7);
const after = new Uint8Array(100).fill(9);
const joined = (...parts: Uint8Array[]) => Uint8Array.from(Buffer.concat(parts));
const recordAt = before.length + 25;

const streamOf = async (file: Uint8Array, name: string) =>
  (await (await openOle(partsOf(file).read)).readStream(name)) ?? new Uint8Array();

/** Exchanges the second and the third sector of a stream, and their places in its chain. */
async function divided(file: Uint8Array<ArrayBuffer>, name: string): Promise<Uint8Array<ArrayBuffer>> {
  const ole = await openOle(partsOf(file).read);
  const [, second, third] = await ole.locateStream(name, 3 * 512);
  const view = new DataView(file.buffer);
  const table = 512 * (view.getUint32(76, true) + 1);
  const [secondAt = 0, thirdAt = 0] = [second?.offset, third?.offset];
  const [two, three] = [secondAt / 512 - 1, thirdAt / 512 - 1];
  const copy = file.slice(secondAt, secondAt + 512);
  file.copyWithin(secondAt, thirdAt, thirdAt + 512);
  file.set(copy, thirdAt);
  const next = view.getUint32(table + 4 * three, true);
  view.setUint32(table + 4 * (two - 1), three, true);
  view.setUint32(table + 4 * three, two, true);
  view.setUint32(table + 4 * two, next, true);
  return file;
}

describe('the repair of pictures in a compound file', () => {
  test.each([
    ['Data', false],
    ['Pictures', false],
    ['Data', true],
  ])('overwrites a damaged picture in its place: %s, divided: %s', async (name, isDivided) => {
    const content = joined(before, recordOf(damaged), after);
    const whole = compoundOf(name, content);
    const file = isDivided ? await divided(whole, name) : whole;
    expect(await streamOf(file, name)).toEqual(content);
    const repaired = (await repairPictures(file)) ?? new Uint8Array();
    const stream = await streamOf(repaired, name);
    expect(stream.subarray(0, recordAt)).toEqual(content.subarray(0, recordAt));
    expect(stream.subarray(-after.length)).toEqual(after);
    expect(await repairPng(stream.subarray(recordAt, -after.length))).toBeNull();
    expect(repaired.length).toBe(file.length);
  });

  test('repairs a picture whose end is missing within its record', async () => {
    const cut = intact.subarray(0, 3_000);
    const repaired = await repairPictures(compoundOf('Pictures', joined(before, recordOf(cut), after)));
    const stream = await streamOf(repaired ?? new Uint8Array(), 'Pictures');
    expect(await repairPng(stream.subarray(recordAt, recordAt + cut.length))).toBeNull();
    expect(stream.subarray(-after.length)).toEqual(after);
  });

  test('finds nothing where the pictures are intact', async () => {
    expect(await repairPictures(compoundOf('Data', joined(before, recordOf(intact), after)))).toBeNull();
  });

  test('takes the signature from a damaged picture of a workbook, whose records divide it, and from no other', async () => {
    const content = joined(before, intact, damaged, after);
    const repaired = await repairPictures(compoundOf('Workbook', content));
    const stream = await streamOf(repaired ?? new Uint8Array(), 'Workbook');
    const damagedAt = before.length + intact.length;
    expect(stream.subarray(damagedAt, damagedAt + 8)).toEqual(new Uint8Array(8));
    content.fill(0, damagedAt, damagedAt + 8);
    expect(stream).toEqual(content);
  });
});

describe('the repair of pictures in RTF', () => {
  const hex = (png: Uint8Array) =>
    Buffer.from(png)
      .toString('hex')
      .replace(/(.{64})/g, '$1\r\n');
  const rtf = (picture: string) =>
    Uint8Array.from(Buffer.from(String.raw`{\rtf1 Before {\pict\pngblip ${picture}} after}`, 'latin1'));

  test('overwrites the digits of a damaged picture between its line ends', async () => {
    const repaired = Buffer.from((await repairPictures(rtf(hex(damaged)))) ?? []).toString('latin1');
    expect(repaired).toHaveLength(rtf(hex(damaged)).length);
    const [, digits = ''] = /pngblip ([\da-f\r\n]+)\} after/.exec(repaired) ?? [];
    expect(await repairPng(Uint8Array.from(Buffer.from(digits.replace(/\s/g, ''), 'hex')))).toBeNull();
  });

  test('overwrites the bytes of a damaged picture', async () => {
    const bytes = Buffer.from(damaged).toString('latin1');
    const repaired = await repairPictures(rtf(String.raw`\bin${damaged.length} ${bytes}`));
    const at = Buffer.from(repaired ?? []).indexOf('\x89PNG', 0, 'latin1');
    expect(await repairPng((repaired ?? new Uint8Array()).subarray(at, at + damaged.length))).toBeNull();
  });

  test('finds nothing where the pictures are intact', async () => {
    expect(await repairPictures(rtf(hex(intact)))).toBeNull();
  });
});

test('other files have no pictures to repair', async () => {
  expect(await repairPictures(Uint8Array.from(damaged))).toBeNull();
});
