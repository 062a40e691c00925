import { expect, it } from 'vitest';
import { linkStylesOf, plainContents } from './docx-contents.rules.ts';

const namespace = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const parse = (content: string) =>
  new DOMParser().parseFromString(`<w:document ${namespace}>${content}</w:document>`, 'application/xml');

const character = (kind: string) => `<w:r><w:fldChar w:fldCharType="${kind}"/></w:r>`;
const field = (instruction: string, result: string) =>
  `${character('begin')}<w:r><w:instrText> </w:instrText></w:r><w:r><w:instrText>${instruction}</w:instrText></w:r>${character('separate')}${result}${character('end')}`;
const link = '<w:hyperlink><w:r><w:rPr><w:rStyle w:val="a3"/><w:b/></w:rPr></w:r></w:hyperlink>';

it('removes the style of links inside a table of contents alone, also behind a field inside it', () => {
  const linkStyles = linkStylesOf(
    parse('<w:style w:styleId="a3"><w:name w:val="Hyperlink"/></w:style><w:style w:styleId="b"/>'),
  );
  const entries = `<w:p>${link}${field('PAGEREF _1', link)}</w:p><w:p>${link}</w:p>`;
  const part = parse(`<w:p>${link}</w:p>${field('TOC \\o "1-3" \\h', entries)}${field('TOCX', link)}`);
  plainContents(part, linkStyles);
  const runs = Array.from(part.getElementsByTagName('w:hyperlink'), ({ innerHTML }) =>
    innerHTML.includes('w:rStyle'),
  );
  expect(runs).toEqual([true, false, false, false, true]);
});
