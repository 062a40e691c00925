import { expect, test } from 'vitest';
import { fieldsOf } from './format/zip-fields.ts';
import { zipFile } from './format/zip-file.ts';
import { HAVOC, havoc } from './havoc.ts';
import { changedText, TEXT_CHANGES } from './json-text.ts';
import { changedTree, TREE_CHANGES } from './json-tree.ts';
import { randomOf } from './random.ts';
import { partsOf } from './service/strict-form.ts';

const bytes = Uint8Array.from({ length: 200 }, (_, at) => at);
const json = { a: [1, 'two', { b: true }], c: { d: null, e: 'text', f: 7 } };

test('the same seed and index give the same numbers, others do not', () => {
  const throws = (seed: number, index: number) => [...randomOf(seed, index).bytes(20)].join();
  expect(throws(1, 7)).toBe(throws(1, 7));
  expect(new Set([throws(1, 7), throws(1, 8), throws(2, 7), throws(2 ** 40 + 1, 7)]).size).toBe(4);
});

test.each(HAVOC)('%s changes a copy of bytes', (way) => {
  const before = bytes.slice();
  const changed = Array.from({ length: 20 }, (_, index) => havoc(bytes, randomOf(1, index), bytes, way));
  expect(bytes).toEqual(before);
  expect(changed.some((one) => Buffer.compare(one, bytes) !== 0)).toBe(true);
});

test.each(TREE_CHANGES)('%s changes a copy of a tree', (way) => {
  const before = JSON.stringify(json);
  const changed = Array.from({ length: 40 }, (_, index) => changedTree(json, randomOf(1, index), way));
  expect(JSON.stringify(json)).toBe(before);
  expect(changed.some((one) => JSON.stringify(one) !== before)).toBe(true);
});

test.each(TEXT_CHANGES)('%s changes a text', (way) => {
  const text = JSON.stringify(json);
  const changed = Array.from({ length: 20 }, (_, index) => changedText(text, randomOf(1, index), way));
  expect(changed.some((one) => one !== text)).toBe(true);
});

test('the fields of an archive cover each of its records', () => {
  const file = zipFile([{ name: 'a', data: bytes.slice(0, 40), descriptor: true }]);
  const records = new Set(fieldsOf(file).map(({ name }) => name.split(' ')[0]));
  expect([...records]).toEqual(['local', 'data', 'directory', 'end']);
});

test('the multipart reader follows the standard exactly', () => {
  const head = 'Content-Disposition: form-data; name="file1"; filename="a"';
  const body = `a preamble\r\n--x\r\n${head}\r\n\r\none\r\n--y\r\n--x \r\n${head}\r\n\r\ntwo\r\n--x\r\n${head}\r\n\r\n\r\n--x--\r\nend`;
  const parts = partsOf(Buffer.from(body), 'x').map((part) =>
    Object.assign(part, { content: part.content.toString() }),
  );
  expect(parts).toEqual([
    { name: 'file1', isFile: true, content: 'one\r\n--y' },
    { name: 'file1', isFile: true, content: '' },
  ]);
  expect(partsOf(Buffer.from(`--x\r\n${head}\r\n\r\nnever ended`), 'x')).toEqual([]);
});
