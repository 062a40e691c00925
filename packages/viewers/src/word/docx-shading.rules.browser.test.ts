import { expect, test } from 'vitest';
import { frameSource, showHere } from '../../testing/frame-stage.ts';
import { docx } from '../../testing/sample-docx.ts';
import { writeShadings } from './docx-shading.rules.ts';
import { show } from './word-frame.viewer.ts';

const main = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const colors: Readonly<Record<string, string>> = { lt1: '#FFFFFF', dk2: '#1F497D', accent1: '#4F81BD' };

test.each([
  ['w:val="clear" w:color="auto" w:fill="auto"', 'auto'],
  ['w:val="nil" w:color="auto" w:fill="FF0000"', 'auto'],
  ['w:val="clear" w:color="FF0000" w:fill="9CC2E5"', '9CC2E5'],
  ['w:val="pct10" w:color="auto" w:fill="auto"', 'E6E6E6'],
  ['w:val="pct12" w:color="auto" w:fill="FFFFFF"', 'DFDFDF'],
  ['w:val="pct50" w:color="FF0000" w:fill="0000FF"', '800080'],
  ['w:val="solid" w:color="auto" w:fill="FFFFFF"', '000000'],
  ['w:val="horzStripe" w:color="auto" w:fill="auto"', '808080'],
  ['w:val="thinDiagStripe" w:color="auto" w:fill="auto"', 'BFBFBF'],
  ['w:val="clear" w:fill="auto" w:themeFill="accent1"', '4F81BD'],
  ['w:val="clear" w:fill="auto" w:themeFill="accent1" w:themeFillTint="99"', '95B3D7'],
  ['w:val="clear" w:fill="auto" w:themeFill="accent1" w:themeFillShade="BF"', '376092'],
  ['w:val="clear" w:fill="auto" w:themeFill="text2" w:themeFillTint="99"', '558ED5'],
  ['w:val="clear" w:fill="auto" w:themeFill="background1" w:themeFillShade="D9"', 'D9D9D9'],
  ['w:val="clear" w:fill="00FF00" w:themeFill="accent6"', '00FF00'],
  ['w:val="pct25" w:fill="FFFFFF" w:themeColor="accent1"', 'D3E0EF'],
  ['w:val="clear" w:fill="yellow"', 'yellow'],
])('mixes the colours of a shading with %s', (attributes, fill) => {
  const part = new DOMParser().parseFromString(`<w:shd xmlns:w="${main}" ${attributes}/>`, 'application/xml');
  writeShadings(part, (name) => colors[name] ?? null);
  expect(part.documentElement.getAttributeNS(main, 'fill')).toBe(fill);
});

test('shades cells, paragraphs and text', async () => {
  const shading = '<w:shd w:val="pct20" w:color="auto" w:fill="auto"/>';
  const body = `<w:tbl><w:tblGrid><w:gridCol w:w="2000"/></w:tblGrid><w:tr><w:tc><w:tcPr>${shading}</w:tcPr><w:p><w:pPr>${shading}</w:pPr><w:r><w:rPr>${shading}</w:rPr><w:t>a</w:t></w:r></w:p></w:tc></w:tr></w:tbl>`;
  const { root } = await showHere(show, frameSource(await docx(body)), { kind: 'docx' });
  const shaded = ['td', 'td p', 'td p > span:last-child'].map((name) => {
    const element = root.querySelector(`article ${name}`);
    return element && getComputedStyle(element).backgroundColor;
  });
  expect(shaded).toEqual(Array.from({ length: 3 }, () => 'rgb(204, 204, 204)'));
});
