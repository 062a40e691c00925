import { expect, test } from 'vitest';
import { simplifyMarkup } from './docx-markup.rules.ts';
import { joinParagraphs, removeRevisions } from './docx-revisions.rules.ts';

const main = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const partOf = (body: string) =>
  new DOMParser().parseFromString(
    `<w:document xmlns:w="${main}"><w:body>${body}</w:body></w:document>`,
    'application/xml',
  );
const markupOf = (part: Document) =>
  part.documentElement.firstElementChild?.innerHTML.replaceAll(/ xmlns:\w+="[^"]*"/g, '');

const text = (value: string) => `<w:r><w:t>${value}</w:t></w:r>`;
const mark = (change: string, more = '') => `<w:pPr>${more}<w:rPr><w:${change} w:id="1"/></w:rPr></w:pPr>`;
const right = '<w:pPr><w:jc w:val="right"/></w:pPr>';
const cell = (content: string) => `<w:tc>${content}</w:tc>`;

test.each([
  [
    'a deleted mark joins paragraphs in the format of the last one',
    `<w:p>${mark('del')}${text('a')}</w:p><w:p>${mark('del')}${text('b')}</w:p><w:bookmarkEnd w:id="2"/><w:p>${right}${text('c')}</w:p>`,
    `<w:bookmarkEnd w:id="2"/><w:p>${right}${text('a')}${text('b')}${text('c')}</w:p>`,
  ],
  [
    'a paragraph that was moved away leaves no empty one',
    `<w:p>${mark('moveFrom')}<w:moveFrom>${text('a')}</w:moveFrom></w:p><w:p>${text('b')}</w:p>`,
    `<w:p>${text('b')}</w:p>`,
  ],
  [
    'an inserted mark stays',
    `<w:p>${mark('ins')}${text('a')}</w:p><w:p/>`,
    `<w:p><w:pPr><w:rPr/></w:pPr>${text('a')}</w:p><w:p/>`,
  ],
  [
    'the last paragraph of a cell stays',
    `<w:tbl><w:tr>${cell(`<w:p>${mark('del')}</w:p>`)}${cell('<w:p/>')}</w:tr></w:tbl><w:p/>`,
    `<w:tbl><w:tr>${cell('<w:p><w:pPr><w:rPr/></w:pPr></w:p>')}${cell('<w:p/>')}</w:tr></w:tbl><w:p/>`,
  ],
  [
    'a deleted paragraph before a table goes',
    `<w:p>${mark('del')}<w:del>${text('a')}</w:del></w:p><w:tbl><w:tr/></w:tbl>`,
    '<w:tbl><w:tr/></w:tbl>',
  ],
  [
    'a mark that ends a section stays',
    `<w:p>${mark('del', '<w:sectPr/>')}${text('a')}</w:p><w:p/>`,
    `<w:p><w:pPr><w:sectPr/><w:rPr/></w:pPr>${text('a')}</w:p><w:p/>`,
  ],
  [
    'a deleted row goes',
    `<w:tbl><w:tr><w:trPr><w:del w:id="1"/></w:trPr>${cell('<w:p/>')}</w:tr><w:tr>${cell('<w:p/>')}</w:tr></w:tbl>`,
    `<w:tbl><w:tr>${cell('<w:p/>')}</w:tr></w:tbl>`,
  ],
  [
    'a table without any other row goes',
    `<w:tbl><w:tr><w:trPr><w:del w:id="1"/></w:trPr>${cell('<w:p/>')}</w:tr></w:tbl><w:p/>`,
    '<w:p/>',
  ],
  [
    'a deleted cell goes',
    `<w:tbl><w:tr>${cell('<w:tcPr><w:cellDel w:id="1"/></w:tcPr><w:p/>')}${cell('<w:p/>')}</w:tr></w:tbl>`,
    `<w:tbl><w:tr>${cell('<w:p/>')}</w:tr></w:tbl>`,
  ],
  [
    'former properties go',
    '<w:sectPr><w:cols w:num="2"/><w:sectPrChange w:id="1"><w:sectPr/></w:sectPrChange></w:sectPr>',
    '<w:sectPr><w:cols w:num="2"/></w:sectPr>',
  ],
])('%s', (_, xml, shown) => {
  const part = partOf(xml);
  const unmarked = removeRevisions(part);
  simplifyMarkup(part);
  joinParagraphs(unmarked);
  expect(markupOf(part)).toBe(shown);
});
