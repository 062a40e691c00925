import { expect, it } from 'vitest';
import { frameSource, showHere } from '../../testing/frame-stage.ts';
import { docx, wordNamespace as w } from '../../testing/sample-docx.ts';
import { show } from './word-frame.viewer.ts';

const r = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const run = (text: string, size = 22) =>
  `<w:r><w:rPr><w:rFonts w:ascii="Arial" w:hAnsi="Arial"/><w:sz w:val="${size}"/></w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
const paragraph = (content: string, properties = '') => `<w:p><w:pPr>${properties}</w:pPr>${content}</w:p>`;

/** The boxes of the elements with a text, in points from the upper left corner of their page. */
async function open(body: string, more: Readonly<Record<string, string>> = {}) {
  const { root } = await showHere(show, frameSource(await docx(body, more)), { kind: 'docx' });
  const boxOf = (text: string) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    let node = walker.nextNode() as Text | null;
    while (node && !node.data.includes(text)) node = walker.nextNode() as Text | null;
    const section = node?.parentElement?.closest('section');
    if (!node || !section) throw new Error(`no ${text}`);
    const range = document.createRange();
    const start = node.data.indexOf(text);
    range.setStart(node, start);
    range.setEnd(node, start + text.length);
    const page = section.getBoundingClientRect();
    const points = 595.3 / page.width;
    const box = range.getBoundingClientRect();
    return {
      left: (box.left - page.left) * points,
      right: (box.right - page.left) * points,
      top: (box.top - page.top) * points,
    };
  };
  return { root, boxOf };
}

const settings = (content: string) => ({
  'word/settings.xml': `<w:settings ${w}><w:compat>${content}</w:compat></w:settings>`,
});

it('adds up the heights of lines without the rounding of the browser', async () => {
  const line = (text: string) => paragraph(run(text), '<w:spacing w:line="276" w:lineRule="auto"/>');
  const { boxOf } = await open(line('first') + line('x').repeat(39) + line('last'));
  // 40 lines of 14.5 points.
  expect(boxOf('last').top - boxOf('first').top).toBeCloseTo(580, 0);
});

it('adds the space below a paragraph to that of the next one where a document asks for it', async () => {
  const spaced = (text: string) => paragraph(run(text), '<w:spacing w:before="200" w:after="400"/>');
  const distance = async (compat: string) => {
    const { boxOf } = await open(spaced('first') + spaced('second'), settings(compat));
    return boxOf('second').top - boxOf('first').top;
  };
  const larger = await distance('');
  const sum = await distance('<w:doNotUseHTMLParagraphAutoSpacing/>');
  expect(sum - larger).toBeCloseTo(10, 0);
});

it('centres a table that is wider than its cell', async () => {
  const table = (width: number, align: string, content: string) =>
    `<w:tbl><w:tblPr><w:tblW w:w="${width}" w:type="dxa"/>${align}</w:tblPr><w:tblGrid><w:gridCol w:w="${width}"/></w:tblGrid><w:tr><w:tc>${content}</w:tc></w:tr></w:tbl>`;
  const inner = table(4600, '<w:jc w:val="center"/>', paragraph(run('inner')));
  const { boxOf } = await open(table(4000, '', `${inner}<w:p/>`) + table(4000, '', paragraph(run('other'))));
  expect(boxOf('inner').left - boxOf('other').left).toBeCloseTo(-15, 0);
});

it('applies a style without an identifier to no other paragraph', async () => {
  const { root } = await open(paragraph('<w:r><w:t>text</w:t></w:r>'), {
    'word/styles.xml': `<w:styles ${w}><w:style><w:name w:val="Empty Cell"/><w:rPr><w:sz w:val="2"/></w:rPr></w:style></w:styles>`,
  });
  const text = root.querySelector('article p span:not(:empty)');
  expect(Number.parseFloat(text ? getComputedStyle(text).fontSize : '0')).toBeGreaterThan(10);
});

it('takes no room for the empty paragraph with a hidden mark between two tables', async () => {
  const table = (text: string) =>
    `<w:tbl><w:tblGrid><w:gridCol w:w="4000"/></w:tblGrid><w:tr><w:tc>${paragraph(run(text))}</w:tc></w:tr></w:tbl>`;
  const distance = async (mark: string) => {
    const { boxOf } = await open(
      `${table('above')}<w:p><w:pPr><w:rPr>${mark}<w:sz w:val="60"/></w:rPr></w:pPr></w:p>${table('below')}`,
    );
    return boxOf('below').top - boxOf('above').top;
  };
  expect(await distance('')).toBeGreaterThan(40);
  expect(await distance('<w:vanish/>')).toBeLessThan(16);
});

it('fills the justified lines before line breaks, but not the last one', async () => {
  const body = paragraph(`${run('one two')}<w:r><w:br/></w:r>${run('three four')}`, '<w:jc w:val="both"/>');
  const { boxOf } = await open(body);
  // The column ends 90 points before the edge of the page.
  expect(boxOf('two').right).toBeCloseTo(595.3 - 90, 0);
  expect(boxOf('four').right).toBeLessThan(200);
  const plain = await open(body, settings('<w:doNotExpandShiftReturn/>'));
  expect(plain.boxOf('two').right).toBeLessThan(200);
});

it('aligns text behind tabs with a place of their own in the column', async () => {
  const tab = (alignment: string) =>
    `<w:ptab w:relativeTo="margin" w:alignment="${alignment}" w:leader="none"/>`;
  const { boxOf } = await open(
    `<w:p><w:r><w:t>left</w:t>${tab('center')}<w:t>middle</w:t>${tab('right')}<w:t>end</w:t></w:r></w:p>`,
  );
  const middle = boxOf('middle');
  expect((middle.left + middle.right) / 2).toBeCloseTo(595.3 / 2, 0);
  expect(boxOf('end').right).toBeCloseTo(595.3 - 90, 0);
  expect(boxOf('left').left).toBeCloseTo(90, 0);
});

it('puts a frame of a footer at its distance from the page', async () => {
  const frame = '<w:framePr w:wrap="around" w:vAnchor="text" w:hAnchor="page" w:x="6000" w:y="1"/>';
  const section = `<w:sectPr ${r}><w:footerReference w:type="default" r:id="m0"/><w:pgSz w:w="11906" w:h="16838"/></w:sectPr>`;
  const { boxOf } = await open(`${paragraph(run('text'), section)}${paragraph(run('more'))}`, {
    'word/footer1.xml': `<w:ftr ${w}>${paragraph(run('seven'), frame)}${paragraph(run('below'))}</w:ftr>`,
  });
  expect(boxOf('seven').left).toBeCloseTo(300, 0);
  expect(boxOf('seven').top).toBeCloseTo(boxOf('below').top, 0);
});

it('puts the readings of ruby annotations over their text', async () => {
  const ruby = `<w:r><w:ruby><w:rubyPr/><w:rt>${run('reading', 11)}</w:rt><w:rubyBase>${run('base')}</w:rubyBase></w:ruby></w:r>`;
  const { root, boxOf } = await open(paragraph(`${run('before ')}${ruby}${run(' after')}`));
  const [reading, base, after] = ['reading', 'base', 'after'].map(boxOf);
  expect((base?.top ?? 0) - (reading?.top ?? 0)).toBeGreaterThan(4);
  expect(Math.abs((base?.left ?? 0) - (reading?.left ?? 0))).toBeLessThan(12);
  expect(after?.top).toBeCloseTo(base?.top ?? 0, 0);
  expect(root.querySelector('ruby')?.textContent).toBe('base(reading)');
  expect(root.querySelector<HTMLElement>('rp')?.offsetWidth).toBe(0);
});

it('keeps the pages of a document whose theme is damaged', async () => {
  const { root } = await open(paragraph(run('text')), { 'word/theme1.xml': '<a:theme' });
  expect(root.querySelectorAll('section.docx')).toHaveLength(1);
  expect(root.querySelector('section.plain')).toBeNull();
});
