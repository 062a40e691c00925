import { assert, property, uint8Array } from 'fast-check';
import { expect, it } from 'vitest';
import { entriesInZip, findZipDirectory } from './zip-names.rules.ts';

const bytes = (...numbers: (readonly [value: number, size: number])[]) =>
  numbers.flatMap(([value, size]) =>
    Array.from({ length: size }, (_, index) => (value / 256 ** index) & 0xff),
  );
const text = (value: string) => Array.from(value, (character) => character.charCodeAt(0));

const entry = (name: string) => [
  ...bytes([0x02014b50, 4], [0, 24], [name.length, 2], [0, 16]),
  ...text(name),
];
const end = (size: number, offset: number, comment = '') => [
  ...bytes([0x06054b50, 4], [0, 8], [size, 4], [offset, 4], [comment.length, 2]),
  ...text(comment),
];

const directory = [...entry('word/document.xml'), ...entry('\\a\\b.txt')];

it('finds the directory by the end record and lists the names', () => {
  const zip = Uint8Array.from([...text('data'), ...directory, ...end(directory.length, 4, 'a comment')]);
  const place = findZipDirectory(zip, zip.length);
  expect(place).toEqual({ offset: 4, size: directory.length });
  expect(entriesInZip(zip.subarray(4)).map(({ name }) => name)).toEqual(['word/document.xml', 'a/b.txt']);
});

it('finds the directory in the tail of a large zip64 file and before trailing bytes', () => {
  const far = 5 * 2 ** 32;
  const end64 = bytes([0x06064b50, 4], [0, 36], [directory.length, 8], [far, 8]);
  const tail = Uint8Array.from([
    ...directory,
    ...end64,
    ...bytes([0x07064b50, 4], [0, 4], [far + directory.length, 8], [1, 4]),
    ...end(0xffffffff, 0xffffffff),
    ...text('\r\n'),
  ]);
  expect(findZipDirectory(tail, far + tail.length)).toEqual({ offset: far, size: directory.length });
});

it('survives arbitrary bytes', () => {
  assert(
    property(uint8Array({ maxLength: 300 }), (junk) => {
      const zip = Uint8Array.from([...junk, ...end(junk.length, 0)]);
      const place = findZipDirectory(zip, zip.length);
      expect((place?.offset ?? 0) + (place?.size ?? 0)).toBeLessThanOrEqual(zip.length);
      expect(entriesInZip(Uint8Array.from([...entry('a'), ...junk]))[0]?.name ?? 'a').toBe('a');
    }),
  );
});

it('returns nothing without an end record', () => {
  expect(findZipDirectory(Uint8Array.from(directory), directory.length)).toBeNull();
  expect(findZipDirectory(new Uint8Array(), 0)).toBeNull();
});
