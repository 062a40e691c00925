import { expect, it } from 'vitest';
import { frameSource, showHere } from '../../testing/frame-stage.ts';
import { docx, wordNamespace as w } from '../../testing/sample-docx.ts';
import { show } from './word-frame.viewer.ts';

const line = (side: string, space = 0) =>
  `<w:${side} w:val="single" w:sz="8" w:space="${space}" w:color="000000"/>`;
const box = (space: number, between = '') =>
  `<w:pBdr>${['top', 'left', 'bottom', 'right'].map((side) => line(side, space)).join('')}${between}</w:pBdr>`;
const paragraph = (properties: string) => `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t>text</w:t></w:r></w:p>`;

async function open(body: string, more: Readonly<Record<string, string>> = {}) {
  const { root } = await showHere(show, frameSource(await docx(body, more)), { kind: 'docx' });
  const section = root.querySelector('section');
  const scale = (section?.getBoundingClientRect().width ?? 0) / (section?.offsetWidth ?? 1);
  const paragraphs = Array.from(root.querySelectorAll<HTMLElement>('article p'));
  const boxes = paragraphs.map((each) => {
    const { top, bottom, left } = each.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(each.lastElementChild ?? each);
    const text = range.getBoundingClientRect();
    return {
      height: (bottom - top) / scale,
      top: top / scale,
      left: left / scale,
      textTop: text.top / scale,
      textLeft: text.left / scale,
    };
  });
  return { styles: paragraphs.map((each) => getComputedStyle(each)), boxes };
}

it('draws neighbours with the same borders and indents in one box, with the space between them inside it', async () => {
  const { styles, boxes } = await open(
    [
      paragraph(`${box(3)}<w:spacing w:after="0"/>`),
      paragraph(`${box(3)}<w:spacing w:after="300"/>`),
      paragraph(`${box(3)}<w:spacing w:after="0"/>`),
      paragraph(`${box(3)}<w:ind w:left="720"/>`),
    ].join(''),
  );
  expect(styles.map(({ borderTopStyle }) => borderTopStyle)).toEqual(['solid', 'none', 'none', 'solid']);
  expect(styles.map(({ borderBottomStyle }) => borderBottomStyle)).toEqual([
    'none',
    'none',
    'solid',
    'solid',
  ]);
  const [first, second, third] = boxes;
  const plain = (first?.height ?? 0) - 4 - Number.parseFloat(styles[0]?.borderTopWidth ?? '');
  expect((second?.textTop ?? 0) - (first?.textTop ?? 0)).toBeCloseTo(plain, 0);
  expect((third?.textTop ?? 0) - (second?.textTop ?? 0)).toBeCloseTo(plain + 20, 0);
  expect((third?.top ?? 0) - (second?.top ?? 0)).toBeCloseTo(second?.height ?? 0, 0);
});

it('keeps the text of a box at the margin, and its lines the space of its style away from it', async () => {
  const styles = `<w:styles ${w}><w:style w:type="paragraph" w:styleId="base"><w:name w:val="base"/><w:pPr>${box(6)}</w:pPr></w:style><w:style w:type="paragraph" w:styleId="boxed"><w:name w:val="boxed"/><w:basedOn w:val="base"/></w:style></w:styles>`;
  const { boxes } = await open(paragraph('') + paragraph('<w:pStyle w:val="boxed"/>'), {
    'word/styles.xml': styles,
  });
  const [plain, boxed] = boxes;
  expect(boxed?.textLeft).toBeCloseTo(plain?.textLeft ?? 0, 0);
  expect((boxed?.textLeft ?? 0) - (boxed?.left ?? 0)).toBeGreaterThan(8.5);
  expect((boxed?.height ?? 0) - (plain?.height ?? 0)).toBeGreaterThan(17);
});

it('draws a line between the paragraphs of a box only where the document asks for one', async () => {
  const { styles } = await open(paragraph(box(1, line('between', 1))).repeat(2));
  expect(styles.map(({ borderTopStyle }) => borderTopStyle)).toEqual(['solid', 'solid']);
  expect(styles.map(({ borderBottomStyle }) => borderBottomStyle)).toEqual(['none', 'solid']);
});

it('aligns the text behind a tab in a box as without one', async () => {
  const item = (properties: string) =>
    `<w:p><w:pPr>${properties}<w:ind w:left="600" w:hanging="600"/></w:pPr><w:r><w:t>1</w:t><w:tab/></w:r><w:r><w:t>text</w:t></w:r></w:p>`;
  const { boxes } = await open(item('') + item(box(10)));
  expect(boxes[1]?.textLeft).toBeCloseTo(boxes[0]?.textLeft ?? 0, 0);
});
