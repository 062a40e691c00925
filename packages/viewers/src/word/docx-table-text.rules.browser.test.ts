import { expect, it } from 'vitest';
import { tableTextSizesOf, writeTableTextSizes } from './docx-table-text.rules.ts';

const namespace = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const parse = (content: string) =>
  new DOMParser().parseFromString(`<w:document ${namespace}>${content}</w:document>`, 'application/xml');
const stylesWith = (normalSize: number, table = '') =>
  parse(
    `<w:rPrDefault><w:rPr><w:sz w:val="18"/></w:rPr></w:rPrDefault><w:style w:type="paragraph" w:default="1" w:styleId="n"><w:rPr><w:sz w:val="${normalSize}"/></w:rPr></w:style><w:style w:type="character" w:styleId="c"><w:rPr><w:sz w:val="40"/></w:rPr></w:style><w:style w:type="table" w:styleId="base">${table}</w:style><w:style w:type="table" w:styleId="t"><w:basedOn w:val="base"/></w:style>`,
  );
const run = (properties = '') => `<w:r><w:rPr>${properties}</w:rPr></w:r>`;
const tableOf = (content: string, style = '<w:tblStyle w:val="t"/>') =>
  `<w:tbl><w:tblPr>${style}</w:tblPr><w:tr><w:tc>${content}</w:tc></w:tr></w:tbl>`;

function sizesIn(body: string, styles: Document, settings = '') {
  const part = parse(body);
  writeTableTextSizes(part, tableTextSizesOf(styles, parse(settings)));
  return Array.from(
    part.getElementsByTagName('w:r'),
    (each) => each.getElementsByTagName('w:sz')[0]?.getAttribute('w:val') ?? null,
  );
}

const cell = tableOf(`<w:p>${run()}</w:p>`);

it('prefers the size of a table style or of the document to a default style of 11 or 12 points', () => {
  const sized = '<w:rPr><w:sz w:val="36"/></w:rPr>';
  expect(sizesIn(cell, stylesWith(24))).toEqual(['18']);
  expect(sizesIn(cell, stylesWith(22, sized))).toEqual(['36']);
  expect(sizesIn(cell, stylesWith(28, sized))).toEqual([null]);
  const override = '<w:compatSetting w:name="overrideTableStyleFontSizeAndJustification" w:val="1"/>';
  expect(sizesIn(cell, stylesWith(24, sized), override)).toEqual([null]);
  const conditional = `<w:tblStylePr w:type="firstRow">${sized}</w:tblStylePr>`;
  expect(sizesIn(cell, stylesWith(24, conditional))).toEqual([null]);
});

it('keeps the size of other styles, of runs, and of tables without a style', () => {
  const named = `<w:p><w:pPr><w:pStyle w:val="other"/></w:pPr>${run()}</w:p>`;
  const own = `<w:p>${run('<w:sz w:val="30"/>')}${run('<w:rStyle w:val="c"/>')}</w:p>`;
  const body = `<w:p>${run()}</w:p>${tableOf(named + own)}${tableOf(`<w:p>${run()}</w:p>`, '')}`;
  expect(sizesIn(body, stylesWith(24))).toEqual([null, null, '30', null, null]);
});
