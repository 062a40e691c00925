import { expect, test } from 'vitest';
import { moveHiddenTexts } from './docx-boxes.rules.ts';
import { inheritHeaders, simplifyMarkup } from './docx-markup.rules.ts';

const main = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const names = `xmlns:w="${main}" xmlns:r="r" xmlns:mc="mc" xmlns:v="v" xmlns:wps="wps" xmlns:c="c"`;
const partOf = (body: string) =>
  new DOMParser().parseFromString(`<w:document ${names}>${body}</w:document>`, 'application/xml');
const markupOf = (part: Document) => part.documentElement.innerHTML.replaceAll(/ xmlns:\w+="[^"]*"/g, '');

const box = (text: string) => `<w:txbxContent><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:txbxContent>`;

test.each([
  ['<w:p><w:fldSimple w:instr=" PAGE "><w:r/></w:fldSimple></w:p>', '<w:p><w:r/></w:p>'],
  [
    '<w:sdt><w:sdtPr><w:id w:val="1"/></w:sdtPr><w:sdtContent><w:sdt><w:sdtContent><w:tc>a</w:tc></w:sdtContent></w:sdt></w:sdtContent></w:sdt>',
    '<w:tc>a</w:tc>',
  ],
  ['<w:moveFrom w:id="1">old</w:moveFrom><w:moveTo w:id="1">new</w:moveTo>', 'new'],
  ['<w:p><w:del><w:r/></w:del><w:ins><w:r>b</w:r></w:ins></w:p>', '<w:p><w:r>b</w:r></w:p>'],
  ['<w:r><w:cr/></w:r>', '<w:r><w:br/></w:r>'],
  [
    '<w:hyperlink><w:hyperlink><w:r>a</w:r></w:hyperlink></w:hyperlink>',
    '<w:hyperlink><w:r>a</w:r></w:hyperlink>',
  ],
  [
    '<w:r><w:footnoteReference w:id="2"/></w:r>',
    '<w:r><w:t>\u200b</w:t><w:footnoteReference w:id="2"/><w:t>\u200b</w:t></w:r>',
  ],
  ['<w:body><w:p/></w:body><w:body><w:tbl/></w:body>', '<w:body><w:p/><w:tbl/></w:body><w:body/>'],
])('simplifies %s to %s', (xml, simpler) => {
  const part = partOf(xml);
  expect(simplifyMarkup(part)).toBe(true);
  expect(markupOf(part)).toBe(simpler);
});

test('keeps markup unchanged when its layout loses no content', () => {
  const xml = '<w:p><w:moveFromRangeStart w:id="1"/><w:r><w:t>as it is</w:t></w:r></w:p>';
  const part = partOf(xml);
  expect([simplifyMarkup(part), moveHiddenTexts(part, new Map()), inheritHeaders(part)]).toEqual([
    false,
    false,
    false,
  ]);
  expect(markupOf(part)).toBe(xml);
});

test.each([
  [
    'a box that only the newer markup has',
    `<w:p><w:r><mc:AlternateContent><mc:Choice><w:drawing><wps:txbx>${box('a')}</wps:txbx></w:drawing></mc:Choice><mc:Fallback/></mc:AlternateContent></w:r></w:p>`,
    '<w:p><w:r/></w:p><w:p><w:r><w:t>a</w:t></w:r></w:p>',
  ],
  [
    'a box of the older markup, which is drawn',
    `<w:p><w:r><mc:AlternateContent><mc:Choice><w:drawing><wps:txbx>${box('a')}</wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><v:shape><v:textbox>${box('a')}</v:textbox></v:shape></w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>`,
    `<w:p><w:r><w:pict><v:shape><v:textbox>${box('a')}</v:textbox></v:shape></w:pict></w:r></w:p>`,
  ],
  [
    'boxes in a group, which is not',
    `<w:p><w:r><w:pict><v:group><v:shape><v:textbox>${box('a')}</v:textbox></v:shape><v:shape><v:textbox>${box('b')}</v:textbox></v:shape></v:group></w:pict></w:r></w:p>`,
    '<w:p><w:r><w:pict><v:group><v:shape><v:textbox/></v:shape><v:shape><v:textbox/></v:shape></v:group></w:pict></w:r></w:p><w:p><w:r><w:t>a</w:t></w:r></w:p><w:p><w:r><w:t>b</w:t></w:r></w:p>',
  ],
  [
    'a chart',
    '<w:p><w:r><w:drawing><c:chart r:id="rId5"/></w:drawing></w:r></w:p>',
    '<w:p><w:r><w:drawing><c:chart r:id="rId5"/></w:drawing></w:r></w:p><w:p><w:r><w:t>销售额</w:t></w:r></w:p>',
  ],
  ['an inserted file', '<w:altChunk r:id="rId5"/>', '<w:p><w:r><w:t>销售额</w:t></w:r></w:p>'],
])('moves the text of %s behind its paragraph', (_, xml, shown) => {
  const part = partOf(xml);
  moveHiddenTexts(part, new Map([['rId5', ['销售额']]]));
  expect(markupOf(part)).toBe(shown);
});

test('adds no text of a chart that a picture shows', () => {
  const picture = '<w:drawing><v:pic/></w:drawing>';
  const part = partOf(
    `<w:p><w:r><mc:AlternateContent><mc:Choice><w:drawing><c:chart r:id="rId5"/></w:drawing></mc:Choice><mc:Fallback>${picture}</mc:Fallback></mc:AlternateContent></w:r></w:p>`,
  );
  moveHiddenTexts(part, new Map([['rId5', ['Series1']]]));
  expect(markupOf(part)).toBe(`<w:p><w:r>${picture}</w:r></w:p>`);
});

test('gives a section the headers of the previous section', () => {
  const part = partOf(
    '<w:sectPr><w:headerReference w:type="default" r:id="a"/><w:headerReference w:type="first" r:id="b"/></w:sectPr><w:sectPr><w:headerReference w:type="default" r:id="c"/></w:sectPr>',
  );
  expect(inheritHeaders(part)).toBe(true);
  expect(markupOf(part)).toContain(
    '<w:sectPr><w:headerReference w:type="first" r:id="b"/><w:headerReference w:type="default" r:id="c"/></w:sectPr>',
  );
});
