import { expect, it } from 'vitest';
import { frameSource, showHere } from '../../testing/frame-stage.ts';
import { docx } from '../../testing/sample-docx.ts';
import { show } from './word-frame.viewer.ts';

const cell = '<w:tc><w:p><w:pPr><w:spacing w:line="300" w:lineRule="exact"/></w:pPr></w:p></w:tc>';

async function rowHeight(widthEighths: number, rows: number) {
  const borders = ['top', 'bottom', 'insideH']
    .map((side) => `<w:${side} w:val="single" w:sz="${widthEighths}" w:color="000000"/>`)
    .join('');
  const table = `<w:tbl><w:tblPr><w:tblBorders>${borders}</w:tblBorders><w:tblCellMar><w:top w:w="0"/><w:bottom w:w="0"/></w:tblCellMar></w:tblPr>${`<w:tr>${cell}</w:tr>`.repeat(rows)}</w:tbl><w:p/>`;
  const { root } = await showHere(show, frameSource(await docx(table)), { kind: 'docx' });
  const section = root.querySelector('section');
  const scale = (section?.getBoundingClientRect().width ?? 0) / (section?.offsetWidth ?? 1);
  const height = root.querySelector('article table')?.getBoundingClientRect().height ?? 0;
  return height / scale / rows;
}

it('gives rows the height of borders of the widths of the document, which a browser rounds', async () => {
  const rows = 30;
  // Lines of 20 pixels, with borders of half a point and of three quarters of a point.
  expect(Math.abs((await rowHeight(4, rows)) - 20.67)).toBeLessThan(0.08);
  expect(Math.abs((await rowHeight(6, rows)) - 21)).toBeLessThan(0.08);
});
