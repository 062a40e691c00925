import { expect, test } from 'vitest';
import { frameSource, showHere } from '../../testing/frame-stage.ts';
import { docx, wordNamespace } from '../../testing/sample-docx.ts';
import { show } from './word-frame.viewer.ts';

const style = (id: string, properties: string, base = '') =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${id}"/>${base && `<w:basedOn w:val="${base}"/>`}<w:pPr>${properties}</w:pPr></w:style>`;
const styles = `<w:styles ${wordNamespace}>${style('chapter', '<w:pageBreakBefore/>')}${style('annex', '', 'chapter')}${style('contents', '<w:pageBreakBefore w:val="0"/>', 'chapter')}</w:styles>`;

const text = (value: string) => `<w:r><w:t>${value}</w:t></w:r>`;
const paragraph = (content: string, properties = '') => `<w:p><w:pPr>${properties}</w:pPr>${content}</w:p>`;
const styled = (id: string) => `<w:pStyle w:val="${id}"/>`;
const pageBreak = '<w:r><w:br w:type="page"/></w:r>';

test.each([
  ['a style begins a page', [paragraph(text('a')), paragraph(text('b'), styled('chapter'))], ['a', 'b']],
  ['an inherited style does', [paragraph(text('a')), paragraph(text('b'), styled('annex'))], ['a', 'b']],
  [
    'a style switches off what it inherits',
    [paragraph(text('a')), paragraph(text('b'), styled('contents'))],
    ['ab'],
  ],
  [
    'a paragraph switches off what its style says',
    [paragraph(text('a')), paragraph(text('b'), `${styled('chapter')}<w:pageBreakBefore w:val="0"/>`)],
    ['ab'],
  ],
  [
    'a page that begins already is not left empty',
    [paragraph(text('a'), styled('chapter')), paragraph(pageBreak), paragraph(text('b'), styled('chapter'))],
    ['a', 'b'],
  ],
  [
    'marks behind a page break do not stand on the next page',
    [
      paragraph(`${text('a')}<w:bookmarkStart w:id="1" w:name="m"/>${pageBreak}<w:bookmarkEnd w:id="1"/>`),
      paragraph(text('b'), styled('chapter')),
    ],
    ['a', 'b'],
  ],
  [
    'a paragraph has more than one page break',
    [paragraph(`${text('a')}<w:r><w:br w:type="page"/><w:t>b</w:t><w:br w:type="page"/><w:t>c</w:t></w:r>`)],
    ['a', 'b', 'c'],
  ],
  [
    'a page between two breaks is empty',
    [paragraph(text('a') + pageBreak + pageBreak), paragraph(text('b'))],
    ['a', '', 'b'],
  ],
])('%s', async (_, body, pages) => {
  const file = await docx(body.join(''), { 'word/styles.xml': styles });
  const { root } = await showHere(show, frameSource(file), { kind: 'docx' });
  const found = Array.from(root.querySelectorAll('section'), (page) =>
    page.textContent.replaceAll('\u200b', ''),
  );
  expect(found).toEqual(pages);
});
