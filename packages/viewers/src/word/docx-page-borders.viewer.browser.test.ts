import { expect, it } from 'vitest';
import { frameSource, showHere } from '../../testing/frame-stage.ts';
import { docx } from '../../testing/sample-docx.ts';
import { show } from './word-frame.viewer.ts';

const pageBreak = '<w:p><w:r><w:t>一</w:t><w:br w:type="page"/></w:r></w:p>';
const section = (borders: string) =>
  `<w:sectPr><w:pgSz w:w="12000" w:h="15000"/><w:pgMar w:top="1500" w:right="1500" w:bottom="1500" w:left="1500"/>${borders}</w:sectPr>`;

/** The borders of the pages: their distances from the edges of the page, and their styles. */
async function bordersOf(borders: string) {
  const file = await docx(`${pageBreak}<w:p><w:r><w:t>二</w:t></w:r></w:p>${section(borders)}`);
  const { root } = await showHere(show, frameSource(file), { kind: 'docx' });
  return Array.from(root.querySelectorAll<HTMLElement>('section'), (page) => {
    const border = page.querySelector<HTMLElement>('.page-border');
    if (!border) return null;
    const { offsetTop, offsetLeft, offsetWidth, offsetHeight } = border;
    const { borderTopStyle, borderTopColor, borderLeftStyle } = getComputedStyle(border);
    const right = page.offsetWidth - offsetLeft - offsetWidth;
    const bottom = page.offsetHeight - offsetTop - offsetHeight;
    return { edges: [offsetTop, right, bottom, offsetLeft], borderTopStyle, borderTopColor, borderLeftStyle };
  });
}

const line = (side: string, more = '') =>
  `<w:${side} w:val="single" w:sz="8" w:space="24" w:color="FF0000" ${more}/>`;
const all = ['top', 'left', 'bottom', 'right'].map((side) => line(side)).join('');

it('draws the borders of pages at their distance from the edge of the page', async () => {
  const pages = await bordersOf(`<w:pgBorders w:offsetFrom="page">${all}</w:pgBorders>`);
  const border = {
    edges: [32, 32, 32, 32],
    borderTopStyle: 'solid',
    borderTopColor: 'rgb(255, 0, 0)',
    borderLeftStyle: 'solid',
  };
  expect(pages).toEqual([border, border]);
});

it('draws the borders of pages at their distance from the text, on the sides and pages that have them', async () => {
  const top = '<w:top w:val="dashed" w:sz="8" w:space="12" w:color="auto"/>';
  const pages = await bordersOf(
    `<w:pgBorders w:display="firstPage">${top}<w:left w:val="none"/></w:pgBorders>`,
  );
  expect(pages).toEqual([
    {
      edges: [83, 0, 0, 0],
      borderTopStyle: 'dashed',
      borderTopColor: 'rgb(0, 0, 0)',
      borderLeftStyle: 'none',
    },
    null,
  ]);
  expect(await bordersOf(`<w:pgBorders w:display="notFirstPage">${top}</w:pgBorders>`)).toMatchObject([
    null,
    { borderTopStyle: 'dashed' },
  ]);
});
