import { expect, it } from 'vitest';
import { frameSource, showHere } from '../../testing/frame-stage.ts';
import { docx, wordNamespace as w } from '../../testing/sample-docx.ts';
import { show } from './word-frame.viewer.ts';

const r = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const paragraph = (text: string, properties = '') =>
  `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
const pageBreak = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>';
const field = (name: string) =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> ${name} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>9</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`;

const open = async (body: string, more: Readonly<Record<string, string>> = {}) => {
  const { root, view } = await showHere(show, frameSource(await docx(body, more)), { kind: 'docx' });
  return { root, view, pages: Array.from(root.querySelectorAll<HTMLElement>('section')) };
};

const textOf = (element: Element | null | undefined) => element?.textContent.replaceAll('\u200b', '').trim();

it('writes the numbers of lists into the text, with their levels, starts and formats', async () => {
  const level = (at: number, format: string, text: string) =>
    `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/><w:pPr><w:ind w:left="720" w:hanging="720"/></w:pPr></w:lvl>`;
  const numbering = `<w:numbering ${w}><w:abstractNum w:abstractNumId="0">${level(0, 'chineseCounting', '第%1条')}${level(1, 'decimal', '%1.%2')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`;
  const item = (text: string, at: number) =>
    paragraph(text, `<w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="1"/></w:numPr>`);
  const body = [item('甲', 0), item('乙', 1), item('丙', 1), item('丁', 0), item('戊', 1)].join('');
  const { root } = await open(body, { 'word/numbering.xml': numbering });
  const numbers = Array.from(root.querySelectorAll('.number'), textOf);
  expect(numbers).toEqual(['第一条', '一.1', '一.2', '第二条', '二.1']);
  const [first] = root.querySelectorAll<HTMLElement>('article p');
  const text = first?.lastElementChild?.getBoundingClientRect().left ?? 0;
  const scale = (root.querySelector('section')?.getBoundingClientRect().width ?? 0) / (11906 / 15);
  expect((text - (first?.getBoundingClientRect().left ?? 0)) / scale).toBeCloseTo(0, 0);
});

it('writes the numbers of lists in formats that are stored as alternatives', async () => {
  const mc = 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"';
  const level = (at: number, description: string) =>
    `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><mc:AlternateContent ${mc}><mc:Choice Requires="w14"><w:numFmt w:val="custom" w:format="${description}"/></mc:Choice><mc:Fallback><w:numFmt w:val="decimal"/></mc:Fallback></mc:AlternateContent><w:lvlText w:val="%${at + 1}."/></w:lvl>`;
  const levels = ['001, 002, 003, ...', 'unknown'].map((each, at) => level(at, each)).join('');
  const numbering = `<w:numbering ${w}><w:abstractNum w:abstractNumId="0">${levels}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`;
  const body = [0, 1].map((at) =>
    paragraph('甲', `<w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="1"/></w:numPr>`),
  );
  const { root } = await open(body.join(''), { 'word/numbering.xml': numbering });
  expect(Array.from(root.querySelectorAll('.number'), textOf)).toEqual(['001.', '1.']);
});

it('reads the numbers and lengths of Strict Office Open XML', async () => {
  const strict = 'xmlns:w="http://purl.oclc.org/ooxml/wordprocessingml/main"';
  const level =
    '<w:lvl w:ilvl="0"><w:numFmt w:val="decimalEnclosedFullstop"/><w:lvlText w:val="%1"/></w:lvl>';
  const numbering = `<w:numbering ${strict}><w:abstractNum w:abstractNumId="0">${level}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`;
  const properties =
    '<w:pStyle w:val="large"/><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr><w:ind w:left="1in"/>';
  const document = `<w:document ${strict}><w:body>${paragraph('甲', properties)}<w:sectPr><w:pgSz w:w="400pt" w:h="600pt"/></w:sectPr></w:body></w:document>`;
  const styles = `<w:styles ${strict}><w:style w:type="paragraph" w:styleId="large"><w:rPr><w:sz w:val="30pt"/></w:rPr></w:style></w:styles>`;
  const { root, pages } = await open('', {
    'word/document.xml': document,
    'word/numbering.xml': numbering,
    'word/styles.xml': styles,
  });
  expect(textOf(root.querySelector('.number'))).toBe('⒈');
  const [item] = root.querySelectorAll<HTMLElement>('article p');
  expect(item && getComputedStyle(item).fontSize).toBe('40px');
  expect(item && getComputedStyle(item).marginLeft).toBe('96px');
  expect(pages[0]?.style.width).toBe('400pt');
});

it('adds the room for the binding to its margin', async () => {
  const section = (binding: string) =>
    `<w:p><w:pPr><w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1500" w:bottom="600" w:left="1800" w:right="1600" w:gutter="200"/>${binding}</w:sectPr></w:pPr></w:p>`;
  const { pages } = await open(section('') + section('<w:rtlGutter/>'));
  expect(pages.slice(0, 2).map(({ style }) => style.padding)).toEqual([
    '75pt 80pt 30pt 100pt',
    '75pt 90pt 30pt',
  ]);
});

it('aligns text at the tab stops of its paragraph', async () => {
  const stops =
    '<w:tabs><w:tab w:val="left" w:pos="1440"/><w:tab w:val="right" w:leader="dot" w:pos="7200"/></w:tabs>';
  const run = (content: string) => `<w:r>${content}</w:r>`;
  const { root } = await open(
    `<w:p><w:pPr>${stops}</w:pPr>${run('<w:t>甲</w:t><w:tab/>')}${run('<w:t>乙</w:t><w:tab/>')}${run('<w:t>12</w:t>')}</w:p>`,
  );
  const scale = (root.querySelector('section')?.getBoundingClientRect().width ?? 0) / (11906 / 15);
  const [line] = root.querySelectorAll<HTMLElement>('article p');
  const edge = line?.getBoundingClientRect().left ?? 0;
  const boxOf = (text: string) => {
    const run = Array.from(line?.children ?? []).find(({ textContent }) => textContent.startsWith(text));
    const range = document.createRange();
    range.selectNode(run?.firstChild ?? document.body);
    return range.getBoundingClientRect();
  };
  expect((boxOf('乙').left - edge) / scale).toBeCloseTo(96, 0);
  expect((boxOf('12').right - edge) / scale).toBeCloseTo(480, 0);
});

it('draws a leader at the foot of the letters of a high line', async () => {
  const stop = '<w:tabs><w:tab w:val="right" w:leader="dot" w:pos="7200"/></w:tabs>';
  const spacing = '<w:spacing w:line="720" w:lineRule="exact"/>';
  const { root } = await open(
    `<w:p><w:pPr>${stop}${spacing}</w:pPr><w:r><w:t>甲</w:t><w:tab/></w:r><w:r><w:t>12</w:t></w:r></w:p>`,
  );
  const tab = root.querySelector('.tab')?.getBoundingClientRect();
  const text = Array.from(root.querySelectorAll('article p > span')).at(-1)?.getBoundingClientRect();
  expect(tab?.bottom).toBeLessThan((text?.bottom ?? 0) + 1);
  expect(tab?.bottom).toBeGreaterThan(((text?.top ?? 0) + (text?.bottom ?? 0)) / 2);
});

it('gives each page its header, footer and number', async () => {
  const body = ['一', '二', '三'].map((text) => paragraph(text)).join(pageBreak);
  const section = `<w:sectPr ${r}><w:headerReference w:type="first" r:id="m0"/><w:headerReference w:type="default" r:id="m1"/><w:footerReference w:type="default" r:id="m2"/><w:pgNumType w:fmt="upperRoman" w:start="4"/><w:titlePg/></w:sectPr>`;
  const { pages } = await open(`${body}<w:p><w:pPr>${section}</w:pPr></w:p>${paragraph('附件')}`, {
    'word/header1.xml': `<w:hdr ${w}>${paragraph('封面')}</w:hdr>`,
    'word/header2.xml': `<w:hdr ${w}>${paragraph('合同')}</w:hdr>`,
    'word/footer1.xml': `<w:ftr ${w}><w:p>${field('PAGE')}<w:r><w:t>/</w:t></w:r>${field('NUMPAGES')}</w:p></w:ftr>`,
  });
  const parts = pages.map((page) => [
    textOf(page.querySelector('header')),
    textOf(page.querySelector('footer')),
  ]);
  expect(parts.slice(0, 3)).toEqual([
    ['封面', undefined],
    ['合同', 'V/4'],
    ['合同', 'VI/4'],
  ]);
});

it('numbers a section that starts on an even or odd page from there', async () => {
  const section = (type: string) =>
    `<w:sectPr ${r}><w:type w:val="${type}"/><w:footerReference w:type="default" r:id="m0"/></w:sectPr>`;
  const part = (text: string, type: string) => `${paragraph(text)}<w:p><w:pPr>${section(type)}</w:pPr></w:p>`;
  const parts = [part('一', 'nextPage'), part('二', 'oddPage'), part('三', 'oddPage')];
  const { pages } = await open(`${parts.join('')}${paragraph('四')}${section('evenPage')}`, {
    'word/footer1.xml': `<w:ftr ${w}><w:p>${field('PAGE')}</w:p></w:ftr>`,
  });
  expect(pages.slice(0, 4).map((page) => textOf(page.querySelector('footer')))).toEqual(['1', '3', '5', '6']);
});

it('puts footnotes at the foot of the page that refers to them, numbered through the document', async () => {
  const reference = (id: number) =>
    `<w:p><w:r><w:t>条款</w:t></w:r><w:r><w:footnoteReference w:id="${id}"/></w:r></w:p>`;
  const note = (id: number, text: string) =>
    `<w:footnote w:id="${id}"><w:p><w:r><w:footnoteRef/></w:r><w:r><w:t>${text}</w:t></w:r></w:p></w:footnote>`;
  const { pages } = await open(`${reference(2)}${pageBreak}${reference(3)}`, {
    'word/footnotes.xml': `<w:footnotes ${w}>${note(2, '见附件')}${note(3, '见正文')}</w:footnotes>`,
  });
  const notes = pages.map((page) => Array.from(page.querySelectorAll('.notes > div'), textOf));
  expect(notes.slice(0, 2)).toEqual([['1见附件'], ['2见正文']]);
  expect(pages.map((page) => textOf(page.querySelector('article sup')))).toContain('2');
});

it('divides a row that is higher than a page, and repeats the rows at the head of a table', async () => {
  const cell = (content: string) =>
    `<w:tc><w:tcPr><w:tcW w:w="4000" w:type="dxa"/></w:tcPr>${content}</w:tc>`;
  const lines = Array.from({ length: 120 }, (_, at) => paragraph(`第${at + 1}行`)).join('');
  const head = `<w:tr><w:trPr><w:tblHeader/></w:trPr>${cell(paragraph('表头'))}</w:tr>`;
  const table = `<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="4000"/></w:tblGrid>${head}<w:tr>${cell(lines)}</w:tr></w:tbl>`;
  const { pages } = await open(table);
  expect(pages.length).toBeGreaterThan(1);
  expect(pages.map((page) => textOf(page.querySelector('tr')))).toEqual(pages.map(() => '表头'));
  expect(Math.max(...pages.map((page) => page.offsetHeight))).toBeLessThan((16838 / 15) * 1.02);
  expect(textOf(pages.at(-1))).toContain('第120行');
});

it('shows text that a run shows against its style, and hides text that its style hides', async () => {
  const styles = `<w:styles ${w}><w:style w:type="paragraph" w:styleId="h"><w:name w:val="h"/><w:rPr><w:vanish/></w:rPr></w:style></w:styles>`;
  const body = `<w:p><w:pPr><w:pStyle w:val="h"/></w:pPr><w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t>可见</w:t></w:r><w:r><w:t>隐藏</w:t></w:r></w:p>`;
  const { root } = await open(body, { 'word/styles.xml': styles });
  const shown = Array.from(root.querySelectorAll<HTMLElement>('article span')).filter(
    ({ offsetWidth }) => offsetWidth > 0,
  );
  expect(shown.map(textOf).join('')).toBe('可见');
});

it('cuts a row of exact height, and aligns the table by its rows instead of their text', async () => {
  const cell = `<w:tc><w:tcPr><w:tcW w:w="4000" w:type="dxa"/></w:tcPr>${['甲', '乙', '丙'].map((text) => paragraph(text)).join('')}</w:tc>`;
  const row = `<w:tr><w:trPr><w:trHeight w:val="450" w:hRule="exact"/><w:jc w:val="center"/></w:trPr>${cell}</w:tr>`;
  const { root } = await open(`<w:tbl><w:tblGrid><w:gridCol w:w="4000"/></w:tblGrid>${row}</w:tbl>`);
  expect(root.querySelector('tr')?.offsetHeight).toBeLessThan(34);
  const [text] = root.querySelectorAll('td p');
  expect(text && getComputedStyle(text).textAlign).not.toBe('center');
  expect(root.querySelector('table')?.offsetLeft).toBeGreaterThan(200);
});

it('fills pages without the header of the others', async () => {
  const lines = (count: number) => Array.from({ length: count }, (_, at) => paragraph(`行${at}`)).join('');
  const section = `<w:sectPr ${r}><w:headerReference w:type="default" r:id="m0"/></w:sectPr>`;
  const { pages } = await open(`${lines(150)}<w:p><w:pPr>${section}</w:pPr></w:p>${paragraph('附件')}`, {
    'word/header1.xml': `<w:hdr ${w}>${lines(20)}</w:hdr>`,
    'word/settings.xml': `<w:settings ${w}><w:evenAndOddHeaders/></w:settings>`,
  });
  const counts = pages.map((page) => page.querySelectorAll('article p').length);
  expect(counts[1]).toBeGreaterThan((counts[0] ?? 0) + 10);
  expect(Math.max(...pages.slice(0, 3).map((page) => page.offsetHeight))).toBeLessThan((16838 / 15) * 1.01);
});

it('starts the text at a negative margin, and keeps the header at its distance', async () => {
  const section = `<w:sectPr ${r}><w:headerReference w:type="default" r:id="m0"/><w:footerReference w:type="default" r:id="m1"/><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="-1500" w:bottom="-1500" w:left="1500" w:right="1500" w:header="600" w:footer="600"/></w:sectPr>`;
  const high = Array.from({ length: 8 }, () => paragraph('眉')).join('');
  const { pages } = await open(
    `${paragraph('正文')}<w:p><w:pPr>${section}</w:pPr></w:p>${paragraph('附件')}`,
    {
      'word/header1.xml': `<w:hdr ${w}>${high}</w:hdr>`,
      'word/footer1.xml': `<w:ftr ${w}>${high}</w:ftr>`,
    },
  );
  const [page] = pages;
  const box = page?.getBoundingClientRect() ?? new DOMRect();
  const scale = box.width / (11906 / 15);
  const edgeOf = (selector: string, side: 'top' | 'bottom') =>
    ((page?.querySelector(selector)?.getBoundingClientRect()[side] ?? 0) - box.top) / scale;
  expect(edgeOf('article', 'top')).toBeCloseTo(100, 0);
  expect(edgeOf('header', 'top')).toBeCloseTo(40, 0);
  expect(edgeOf('footer', 'bottom')).toBeCloseTo(16838 / 15 - 40, 0);
  expect(box.height / scale).toBeCloseTo(16838 / 15, 0);
});

it('shows no text of headers of pages that a document does not have', async () => {
  const section = `<w:sectPr ${r}><w:headerReference w:type="even" r:id="m1"/><w:headerReference w:type="first" r:id="m2"/></w:sectPr>`;
  const { pages } = await open(`${paragraph('正文')}${section}`, {
    'word/settings.xml': `<w:settings ${w}><w:evenAndOddHeaders/></w:settings>`,
    'word/header1.xml': `<w:hdr ${w}>${paragraph('偶数页')}</w:hdr>`,
    'word/header2.xml': `<w:hdr ${w}>${paragraph('首页')}</w:hdr>`,
  });
  expect(pages.map(textOf)).toEqual(['正文']);
});

it('draws paragraphs in the format of their own style, not in that of the character style linked to it', async () => {
  const style = (type: string, id: string, link: string, size: number) =>
    `<w:style w:type="${type}" w:styleId="${id}"><w:name w:val="${id}"/><w:link w:val="${link}"/><w:rPr><w:sz w:val="${size}"/></w:rPr></w:style>`;
  const styles = `<w:styles ${w}>${style('paragraph', 'title', 'titleChar', 48)}${style('character', 'titleChar', 'title', 24)}</w:styles>`;
  const { root } = await open(paragraph('标题', '<w:pStyle w:val="title"/>'), { 'word/styles.xml': styles });
  const text = Array.from(root.querySelectorAll('article span')).find((each) => textOf(each) === '标题');
  expect(text && Number.parseFloat(getComputedStyle(text).fontSize)).toBeCloseTo(32, 0);
});
