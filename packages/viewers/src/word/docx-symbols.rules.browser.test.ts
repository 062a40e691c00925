import { expect, it } from 'vitest';
import { frameSource, showHere } from '../../testing/frame-stage.ts';
import { docx, wordNamespace } from '../../testing/sample-docx.ts';
import { show } from './word-frame.viewer.ts';

const open = async (body: string, more: Readonly<Record<string, string>> = {}) => {
  const { root } = await showHere(show, frameSource(await docx(body, more)), { kind: 'docx' });
  return Array.from(root.querySelectorAll('article p'), ({ textContent }) => textContent);
};

const run = (content: string, fonts = '') => `<w:p><w:r><w:rPr>${fonts}</w:rPr>${content}</w:r></w:p>`;
const inFont = (font: string) => `<w:rFonts w:ascii="${font}" w:hAnsi="${font}"/>`;

it('shows signs of fonts and text in such fonts as characters that every font has', async () => {
  const texts = await open(
    [
      run('<w:t>n</w:t><w:sym w:font="Symbol" w:char="F02D"/><w:sym w:font="Wingdings" w:char="F0FC"/>'),
      run('<w:t>a\uf0e5</w:t>', inFont('Symbol')),
      run('<w:t>a</w:t>', inFont('Arial')),
      run('<w:sym w:font="Arial" w:char="0041"/>'),
    ].join(''),
  );
  expect(texts).toEqual(['n−✓', 'α∑', 'a', 'A']);
});

it('takes the sign of a list from the font of its level', async () => {
  const level = (at: number, font: string, sign: string) =>
    `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="bullet"/><w:lvlText w:val="${sign}"/><w:suff w:val="nothing"/><w:rPr>${inFont(font)}</w:rPr></w:lvl>`;
  const levels = [
    level(0, 'Symbol', '\uf0a8'),
    level(1, 'Wingdings', '\uf0a8'),
    level(2, 'Arial', '\uf0b7'),
  ].join('');
  const numbering = `<w:numbering ${wordNamespace}><w:abstractNum w:abstractNumId="0">${levels}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`;
  const item = (at: number) =>
    `<w:p><w:pPr><w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>x</w:t></w:r></w:p>`;
  const texts = await open([0, 1, 2].map(item).join(''), { 'word/numbering.xml': numbering });
  expect(texts).toEqual(['♦x', '□x', '•x']);
});
