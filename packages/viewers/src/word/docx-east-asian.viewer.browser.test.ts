import { expect, it } from 'vitest';
import { frameSource, showHere } from '../../testing/frame-stage.ts';
import { docx, wordNamespace as w } from '../../testing/sample-docx.ts';
import { show } from './word-frame.viewer.ts';

const fonts = '<w:rPr><w:rFonts w:ascii="宋体" w:eastAsia="宋体"/><w:sz w:val="24"/></w:rPr>';
const paragraph = (text: string, properties = '') =>
  `<w:p><w:pPr>${properties}</w:pPr><w:r>${fonts}<w:t>${text}</w:t></w:r></w:p>`;

/** Twenty letters of 12 points, and a little room. */
const page = '<w:sectPr><w:pgSz w:w="7000" w:h="16838"/><w:pgMar w:left="1000" w:right="1140"/></w:sectPr>';

async function open(body: string, more: Readonly<Record<string, string>> = {}) {
  const { root } = await showHere(show, frameSource(await docx(body, more)), { kind: 'docx' });
  const [section] = root.querySelectorAll('section');
  const scale = (section?.getBoundingClientRect().width ?? 0) / (7000 / 15);
  return { root, section, scale, paragraphs: Array.from(root.querySelectorAll<HTMLElement>('article p')) };
}

/** The box of a text in a paragraph. */
function boxOf(paragraph: HTMLElement | undefined, text: string): DOMRect {
  const walker = document.createTreeWalker(paragraph ?? document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const at = (node as Text).data.indexOf(text);
    if (at < 0) continue;
    range.setStart(node, at);
    range.setEnd(node, at + text.length);
    return range.getBoundingClientRect();
  }
  throw new Error(`text is not there: ${text}`);
}

it('puts a fifth of a letter between East Asian text and Latin letters or digits, unless the paragraph has none', async () => {
  const { paragraphs, scale } = await open(
    [
      paragraph('第2条B款'),
      paragraph('第2条B款', '<w:autoSpaceDE w:val="0"/>'),
      paragraph('第2条B款', '<w:autoSpaceDN w:val="0"/>'),
    ].join('') + page,
  );
  const gaps = paragraphs.map((each) => {
    const gap = (before: string, after: string) =>
      Math.abs(Math.round((boxOf(each, after).left - boxOf(each, before).right) / scale));
    return [gap('第', '2'), gap('2', '条'), gap('条', 'B')];
  });
  expect(gaps).toEqual([
    [3, 3, 3],
    [3, 3, 0],
    [0, 0, 3],
  ]);
});

it('draws quotation marks in East Asian text as wide as its letters', async () => {
  const { paragraphs, scale } = await open(paragraph('称为“铁人”奖') + paragraph('The “iron” man') + page);
  const [wide, narrow] = paragraphs.map((each) => boxOf(each, '“').width / scale);
  expect(wide).toBeCloseTo(16, 0);
  expect(narrow).toBeLessThan(12);
});

it('lets a mark hang into the margin that does not fit into its line, and no other', async () => {
  const twenty = '一二三四五六七八九十一二三四五六七八九末';
  const texts = [
    `${twenty}，丙丁`,
    `${twenty.slice(1)}，丙丁`,
    `${twenty.slice(0, 10)}，${twenty.slice(10)}丙`,
  ];
  const justified = '<w:jc w:val="both"/>';
  const { paragraphs, section, scale } = await open(
    [
      ...texts.map((text) => paragraph(text, justified)),
      paragraph(texts[0] ?? '', `${justified}<w:overflowPunct w:val="0"/>`),
    ].join('') + page,
  );
  const edge = (section?.getBoundingClientRect().right ?? 0) - (1140 / 15) * scale;
  const lines = paragraphs.map((each) => {
    const [mark, last] = [boxOf(each, '，'), boxOf(each, '末')];
    return {
      isBesideLast: Math.abs(mark.top - last.top) < 2 && mark.left >= last.right - 1,
      isInMargin: mark.left > edge - 2,
      isFirstLine: Math.abs(mark.top - each.getBoundingClientRect().top) < mark.height,
    };
  });
  expect(lines).toEqual([
    { isBesideLast: true, isInMargin: true, isFirstLine: true },
    { isBesideLast: true, isInMargin: false, isFirstLine: true },
    { isBesideLast: false, isInMargin: false, isFirstLine: true },
    { isBesideLast: true, isInMargin: false, isFirstLine: false },
  ]);
});

it('leaves the text of a paragraph as it is', async () => {
  const text = '2026年“十四五”规划，共3章𠮷A。';
  const { paragraphs } = await open(paragraph(text) + page);
  expect(paragraphs[0]?.textContent).toBe(text);
});

it('keeps the space of neighbouring marks unless the document compresses it', async () => {
  const body = paragraph('《法》（试行）') + page;
  const compressed = `<w:settings ${w}><w:characterSpacingControl w:val="compressPunctuation"/></w:settings>`;
  const kept = await open(body);
  const isKept = kept.section?.classList.contains('uncompressed');
  const joined = await open(body, { 'word/settings.xml': compressed });
  expect([isKept, joined.section?.classList.contains('uncompressed')]).toEqual([true, false]);
});
