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

const section = (more: string) =>
  `<w:sectPr><w:pgSz w:w="6000" w:h="4500"/><w:pgMar w:top="600" w:right="750" w:bottom="900" w:left="1050"/>${more}</w:sectPr>`;

it('shows vertical sections from top to bottom, in lines from right to left, over pages', async () => {
  const vertical = '<w:textDirection w:val="tbRl"/>';
  const body = [
    paragraph('第一', '<w:spacing w:before="0" w:after="300" w:line="300" w:lineRule="exact"/>'),
    paragraph('第二行', '<w:ind w:left="300"/><w:spacing w:line="300" w:lineRule="exact"/>'),
    ...Array.from({ length: 18 }, (_, at) =>
      paragraph(`行${at}`, '<w:spacing w:line="300" w:lineRule="exact"/>'),
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
  expect(placeOf(first, '行10').x).toBeGreaterThan(69);
  expect(placeOf(second, '行11').x).toBeGreaterThan(400 - 50 - 21);
  const across = placeOf(third, '横排');
  expect(across.x).toBeCloseTo(70, 0);
  expect(across.width).toBeGreaterThan(1.5 * across.height);
});
