import { expect, test } from 'vitest';
import { fileKindOf } from './file-kind.ts';

test.each([
  ['合同.pdf', 'pdf'],
  ['REPORT.PDF ', 'pdf'],
  ['合同.pdf.tdf', 'pdf'],
  ['a.b.docx', 'word'],
  ['table.et', 'sheet'],
  ['photo.HEIC', 'image'],
  ['pdf', 'other'],
  ['.tdf', 'other'],
  ['name.', 'other'],
  ['', 'other'],
  ['a.constructor', 'other'],
])('%j is %s', (name, kind) => {
  expect(fileKindOf(name)).toBe(kind);
});
