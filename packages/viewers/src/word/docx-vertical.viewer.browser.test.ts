import { expect, it } from 'vitest';
import { frameSource, showHere } from '../../testing/frame-stage.ts';
import { docx } from '../../testing/sample-docx.ts';
import { show } from './word-frame.viewer.ts';

const paragraph = (text: string, properties = '') =>
  `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;

const open = async (body: string) => {
  const { root } = await showHere(show, frameSource(await docx(body)), { kind: 'docx' });
  return Array.from(root.querySelectorAll<HTMLElement>('section'));
};

/** The place of a text on its page, in CSS pixels from its left and top edge. */
function placeOf(page: HTMLElement | undefined, text: string) {
  const walker = document.createTreeWalker(page ?? document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const at = node.textContent?.indexOf(text) ?? -1;
    if (at === -1 || !page) continue;
    range.setStart(node, at);
    range.setEnd(node, at + text.length);
    const edge = page.getBoundingClientRect();
    const scale = edge.width / page.offsetWidth;
    const { left, top, width, height } = range.getBoundingClientRect();
    return {
      x: (left - edge.left) / scale,
      y: (top - edge.top) / scale,
      width: width / scale,
      height: height / scale,
    };
  }
  throw new Error(`no ${text}`);
}

/** The text of a line, in one node. */
const lineText = (at: number) => `行${String.fromCodePoint(0x4e00 + at)}`;

const section = (more: string) =>
  `<w:sectPr><w:pgSz w:w="6000" w:h="4500"/><w:pgMar w:top="600" w:right="750" w:bottom="900" w:left="1050"/>${more}</w:sectPr>`;

it('shows vertical sections from top to bottom, in lines from right to left, over pages', async () => {
  const vertical = '<w:textDirection w:val="tbRl"/>';
  const body = [
    paragraph('第一', '<w:spacing w:before="0" w:after="300" w:line="300" w:lineRule="exact"/>'),
    paragraph('第二行', '<w:ind w:left="300"/><w:spacing w:line="300" w:lineRule="exact"/>'),
    ...Array.from({ length: 18 }, (_, at) =>
      paragraph(lineText(at), '<w:spacing w:line="300" w:lineRule="exact"/>'),
    ),
    `<w:p><w:pPr>${section(vertical)}</w:pPr></w:p>`,
    paragraph('横排'),
    section('<w:type w:val="continuous"/>'),
  ].join('');
  const [first, second, third, ...more] = await open(body);
  expect(more).toEqual([]);
  expect([first, second, third].map((page) => [page?.offsetWidth, page?.offsetHeight])).toEqual(
    Array.from({ length: 3 }, () => [400, 300]),
  );
  const start = placeOf(first, '第一');
  // The right margin is 50 px, a line 20 px; the text is as high as its two letters.
  expect(start.x).toBeGreaterThan(400 - 50 - 21);
  expect(start.y).toBeCloseTo(40, 0);
  expect(start.height).toBeGreaterThan(1.5 * start.width);
  const next = placeOf(first, '第二行');
  expect(start.x - next.x).toBeCloseTo(40, 0);
  expect(next.y).toBeCloseTo(60, 0);
  // 280 px are room for 14 lines and the space of one.
  expect(placeOf(first, lineText(10)).x).toBeGreaterThan(69);
  expect(placeOf(second, lineText(11)).x).toBeGreaterThan(400 - 50 - 21);
  const across = placeOf(third, '横排');
  expect(across.x).toBeCloseTo(70, 0);
  expect(across.width).toBeGreaterThan(1.5 * across.height);
});

it('shows the text of cells in its direction, in lines as long as the row is high', async () => {
  const cell = (text: string, direction: string) =>
    `<w:tc><w:tcPr><w:tcW w:w="1500" w:type="dxa"/><w:textDirection w:val="${direction}"/></w:tcPr>${paragraph(text, '<w:spacing w:before="300" w:after="0" w:line="300" w:lineRule="exact"/>')}</w:tc>`;
  const cells = [
    cell('竖一二三四五六七八九十再', 'tbRlV'),
    cell('转', 'tbRl'),
    cell('平平平', 'lrTb'),
    cell('upward text', 'btLr'),
  ];
  const [page] = await open(
    `<w:tbl><w:tblPr><w:tblW w:w="6000" w:type="dxa"/></w:tblPr><w:tblGrid>${'<w:gridCol w:w="1500"/>'.repeat(4)}</w:tblGrid><w:tr><w:trPr><w:trHeight w:val="1500"/></w:trPr>${cells.join('')}</w:tr></w:tbl><w:p/>`,
  );
  const row = page?.querySelector('tr');
  expect(row?.offsetHeight).toBeGreaterThanOrEqual(100);
  expect(row?.offsetHeight).toBeLessThan(110);
  const [first, last] = [placeOf(page, '竖'), placeOf(page, '再')];
  expect(first.x - last.x).toBeCloseTo(20, 0);
  // The space before the paragraph is at the right.
  const [upright, sideways] = Array.from(row?.cells ?? []);
  const edge = (upright?.offsetLeft ?? 0) + (upright?.offsetWidth ?? 0);
  expect(edge - first.x + (upright?.closest('table')?.offsetLeft ?? 0)).toBeGreaterThan(30);
  expect(upright && getComputedStyle(upright).textOrientation).toBe('mixed');
  expect(sideways && getComputedStyle(sideways).textOrientation).toBe('sideways');
  const plain = placeOf(page, '平平平');
  expect(plain.width).toBeGreaterThan(2 * plain.height);
  expect(placeOf(page, 'upward').y).toBeGreaterThan(placeOf(page, 'text').y);
});

it('shows the text of shapes in its direction, with its space between the lines', async () => {
  const names =
    'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" xmlns:v="urn:schemas-microsoft-com:vml"';
  const spacing = '<w:spacing w:before="0" w:after="150" w:line="300" w:lineRule="exact"/>';
  const content = (text: string) =>
    `<w:txbxContent>${[`${text}一`, `${text}二`].map((each) => paragraph(each, spacing)).join('')}</w:txbxContent>`;
  const size = 96 * 9525;
  const drawn = (text: string, direction: string) =>
    `<w:p><w:r><w:drawing ${names}><wp:inline><wp:extent cx="${size}" cy="${size}"/><a:graphic><a:graphicData uri="x"><wps:wsp><wps:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${size}" cy="${size}"/></a:xfrm><a:prstGeom prst="rect"/></wps:spPr><wps:txbx>${content(text)}</wps:txbx><wps:bodyPr vert="${direction}" lIns="0" tIns="0" rIns="0" bIns="0"/></wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;
  const older = `<w:p><w:r><w:pict ${names}><v:rect style="width:72pt;height:72pt"><v:textbox style="layout-flow:vertical-ideographic" inset="0,0,0,0">${content('旧')}</v:textbox></v:rect></w:pict></w:r></w:p>`;
  const [page] = await open(drawn('竖', 'eaVert') + drawn('转', 'vert270') + drawn('平', 'horz') + older);
  const distance = (text: string) => {
    const [first, second] = [placeOf(page, `${text}一`), placeOf(page, `${text}二`)];
    return [second.x - first.x, second.y - first.y].map((each) => Math.round(each) + 0);
  };
  expect(distance('竖')).toEqual([-30, 0]);
  expect(distance('转')).toEqual([30, 0]);
  expect(distance('平')).toEqual([0, 30]);
  expect(distance('旧')).toEqual([-30, 0]);
  const orientations = Array.from(
    page?.querySelectorAll<HTMLElement>('.shape-text') ?? [],
    ({ style }) => style.textOrientation,
  );
  expect(orientations).toEqual(['mixed', 'sideways', '', 'mixed']);
});
