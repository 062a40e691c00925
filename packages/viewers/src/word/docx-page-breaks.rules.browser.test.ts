import { expect, it } from 'vitest';
import {
  noPageBreakRules,
  type PageBreakRules,
  placePageBreaks,
  takePageBreakStyles,
} from './docx-page-breaks.rules.ts';

const namespace = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const parse = (content: string) =>
  new DOMParser().parseFromString(
    `<w:document ${namespace}><w:body>${content}<w:sectPr/></w:body></w:document>`,
    'application/xml',
  );
const pageBreak = '<w:r><w:br w:type="page"/></w:r>';
const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`;
const paragraph = (content: string, properties = '') => `<w:p><w:pPr>${properties}</w:pPr>${content}</w:p>`;
const before = '<w:pageBreakBefore/>';
const section = '<w:sectPr/>';

/** The paragraphs after the placement: `^` breaks before, `|` at the end. */
function placed(content: string, rules: Partial<PageBreakRules> = {}) {
  const part = parse(content);
  placePageBreaks(part, { ...noPageBreakRules, ...rules });
  return Array.from(part.getElementsByTagName('w:p'), (each) => {
    const breaks = Array.from(each.getElementsByTagName('w:br'));
    const isLast =
      breaks[0]?.nextElementSibling === null && breaks[0].parentElement === each.lastElementChild;
    const start = each.getElementsByTagName('w:pageBreakBefore').length > 0 ? '^' : '';
    return `${start}${each.textContent}${breaks.length === 1 && isLast ? '|' : ''}`;
  });
}

it('starts no page where one begins: at the start, after a page break and after a section', () => {
  expect(placed(paragraph(run('a'), before) + paragraph(run('b'), before))).toEqual(['a', '^b']);
  expect(placed(paragraph(run('a') + pageBreak) + paragraph(run('b'), before))).toEqual(['a|', 'b']);
  expect(placed(paragraph(run('a'), section) + paragraph(run('b'), before))).toEqual(['a|', 'b']);
  expect(placed(paragraph(run('a') + pageBreak, section) + paragraph(run('b'), before))).toEqual(['a|', 'b']);
});

it('divides paragraphs at each page break, and leaves markers before the last one', () => {
  const bookmark = '<w:bookmarkEnd w:id="1"/>';
  expect(placed(paragraph(run('a') + pageBreak + pageBreak + run('b')))).toEqual(['a|', '|', 'b']);
  expect(placed(paragraph(run('a') + pageBreak + bookmark))).toEqual(['a|']);
  expect(placed(paragraph('<w:r><w:t>a</w:t><w:br w:type="page"/><w:t>b</w:t></w:r>', section))).toEqual([
    'a|',
    'b|',
  ]);
});

it('gives the rest of a paragraph neither a number nor the indent of a first line', () => {
  const numbered = '<w:numPr><w:numId w:val="3"/></w:numPr><w:ind w:left="400" w:hanging="200"/>';
  const part = parse(paragraph(run('a') + pageBreak + run('b'), numbered));
  placePageBreaks(part, noPageBreakRules);
  const numbers = Array.from(part.getElementsByTagName('w:numId'), (each) => each.getAttribute('w:val'));
  expect(numbers).toEqual(['3', '0']);
  const indent = part.getElementsByTagName('w:ind')[1];
  expect([indent?.getAttribute('w:firstLine'), indent?.getAttribute('w:hanging')]).toEqual(['0', null]);
});

it('puts the mark of a paragraph after its page break where the settings ask for it', () => {
  const content = paragraph(run('a') + pageBreak) + paragraph(run('b'));
  expect(placed(content)).toEqual(['a|', 'b']);
  expect(placed(content, { isMarkAfterBreak: true })).toEqual(['a|', '', 'b']);
});

it('gives an empty paragraph that ends a section no page of its own', () => {
  expect(placed(paragraph(run('a')) + paragraph('', before + section))).toEqual(['a', '|']);
  const part = parse(paragraph(run('a')) + paragraph('', section));
  placePageBreaks(part, noPageBreakRules);
  expect(part.getElementsByTagName('w:spacing')[0]?.getAttribute('w:line')).toBe('1');
  const continuous = parse(
    `${paragraph(run('a')) + paragraph('', section)}<w:p><w:pPr><w:sectPr><w:type w:val="continuous"/></w:sectPr></w:pPr><w:r><w:t>b</w:t></w:r></w:p>`,
  );
  placePageBreaks(continuous, noPageBreakRules);
  expect(continuous.getElementsByTagName('w:spacing')).toHaveLength(0);
});

it('reads the breaks of styles, which styles and paragraphs switch off', () => {
  const styles = new DOMParser().parseFromString(
    `<w:styles ${namespace}><w:style w:styleId="head"><w:pPr>${before}</w:pPr></w:style><w:style w:styleId="sub"><w:basedOn w:val="head"/></w:style>
     <w:style w:styleId="list"><w:basedOn w:val="head"/><w:pPr><w:pageBreakBefore w:val="0"/></w:pPr></w:style></w:styles>`,
    'application/xml',
  );
  const found = takePageBreakStyles(styles);
  expect([...found]).toEqual(['head', 'sub']);
  expect(styles.getElementsByTagName('w:pageBreakBefore')).toHaveLength(0);
  const of = (style: string, own = '') => paragraph(run(style), `<w:pStyle w:val="${style}"/>${own}`);
  const content = paragraph(run('a')) + of('sub') + of('list') + of('head', '<w:pageBreakBefore w:val="0"/>');
  expect(placed(content, { styles: found })).toEqual(['a', '^sub', 'list', 'head']);
});
