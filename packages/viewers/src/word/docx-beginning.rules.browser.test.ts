import { expect, it } from 'vitest';
import { wordNamespace as w } from '../../testing/sample-docx.ts';
import { hasParagraphs, keepBeginning, keepNotes, noteIdsOf } from './docx-beginning.rules.ts';

const parse = (body: string) =>
  new DOMParser().parseFromString(`<w:document ${w}><w:body>${body}</w:body></w:document>`, 'text/xml');
const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
const section = (width: number) => `<w:sectPr><w:pgSz w:w="${width}"/></w:sectPr>`;
const sectionEnd = (text: string, width: number) =>
  `<w:p><w:pPr>${section(width)}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
const textOf = (part: Document) => part.documentElement.textContent;
const widthsOf = (part: Document) =>
  Array.from(part.getElementsByTagNameNS('*', 'pgSz'), (size) => size.getAttribute('w:w'));
const markedText = (part: Document) =>
  part.querySelector('[*|name="sealflow-end-of-beginning"]')?.closest('p')?.textContent;

it('counts paragraphs of any prefix, and no other elements', () => {
  expect(hasParagraphs('<w:p><w:pPr/></w:p><w:p/><p attribute="1">', 2)).toBe(true);
  expect(hasParagraphs('<w:p><w:pPr/><w:pict/></w:p>', 2)).toBe(false);
});

it('ends after the last of the first paragraphs, which is marked', () => {
  const part = parse(`${['一', '二', '三', '四'].map(paragraph).join('')}${section(1)}`);
  expect(keepBeginning(part, 2)).toBe(true);
  expect(textOf(part)).toBe('一二');
  expect(markedText(part)).toBe('二');
});

it('leaves a document with fewer paragraphs as it is', () => {
  const part = parse(`${paragraph('一')}${section(1)}`);
  expect(keepBeginning(part, 2)).toBe(false);
  expect(textOf(part)).toBe('一');
  expect(markedText(part)).toBe(undefined);
});

it('gives the end the section that the document has there', () => {
  const body = `${paragraph('一')}${sectionEnd('二', 1)}${paragraph('三')}${paragraph('四')}${sectionEnd('五', 2)}${paragraph('六')}${section(3)}`;
  const inner = parse(body);
  keepBeginning(inner, 3);
  expect(widthsOf(inner)).toEqual(['1', '2']);
  const last = parse(body);
  keepBeginning(last, 6);
  expect(widthsOf(last)).toEqual(['1', '2', '3']);
  const atEnd = parse(body);
  keepBeginning(atEnd, 2);
  expect([widthsOf(atEnd), textOf(atEnd)]).toEqual([['1'], '一二']);
});

it('divides tables between rows, also in content controls', () => {
  const row = (text: string) => `<w:tr><w:tc>${paragraph(text)}${paragraph(text)}</w:tc></w:tr>`;
  const part = parse(
    `<w:sdt><w:sdtContent>${paragraph('一')}<w:tbl><w:tblPr/>${row('二')}${row('三')}</w:tbl>${paragraph('四')}</w:sdtContent></w:sdt>${paragraph('五')}${section(1)}`,
  );
  expect(keepBeginning(part, 2)).toBe(true);
  expect(textOf(part)).toBe('一二二');
  expect(widthsOf(part)).toEqual(['1']);
});

it('keeps a drawing with its texts', () => {
  const box = `<w:p><w:r><w:pict><w:txbxContent>${['二', '三'].map(paragraph).join('')}</w:txbxContent></w:pict></w:r></w:p>`;
  const part = parse(`${paragraph('一')}${box}${paragraph('四')}${section(1)}`);
  keepBeginning(part, 3);
  expect(textOf(part)).toBe('一二三');
});

it('keeps the notes that the beginning refers to, and separators', () => {
  const part = parse('<w:p><w:r><w:footnoteReference w:id="2"/></w:r></w:p>');
  const notes = parse(
    `<w:footnote w:type="separator" w:id="-1">${paragraph('线')}</w:footnote><w:footnote w:id="2">${paragraph('二')}</w:footnote><w:footnote w:id="3">${paragraph('三')}</w:footnote>`,
  );
  keepNotes(notes, noteIdsOf(part));
  expect(textOf(notes)).toBe('线二');
});
