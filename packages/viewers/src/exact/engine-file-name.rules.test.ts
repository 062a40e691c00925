import { expect, test } from 'vitest';
import { engineFileName } from './engine-file-name.rules.ts';

test('the engine opens a document under its own name', () => {
  expect(engineFileName('会议纪要 v1.2.docx', 'docx')).toBe('会议纪要 v1.2.docx');
  expect(engineFileName('REPORT.DOC', 'doc')).toBe('REPORT.DOC');
  expect(engineFileName('minutes', 'odt')).toBe('minutes.odt');
});

test('the ending of the name is that of the format that was found in the document', () => {
  expect(engineFileName('letter.doc', 'rtf')).toBe('letter.rtf');
  expect(engineFileName('letter.doc', 'no extension')).toBe('letter.bin');
});

test('a name leads to no other folder and is short enough for the file system', () => {
  expect(engineFileName('../../instdir/program/a.docx', 'docx')).toBe('instdirprograma.docx');
  expect(engineFileName('..', 'docx')).toBe('document.docx');
  expect(engineFileName('', 'docx')).toBe('document.docx');
  const long = engineFileName(`${'长'.repeat(300)}.docx`, 'docx');
  expect(new TextEncoder().encode(long).length).toBeLessThan(255);
});
