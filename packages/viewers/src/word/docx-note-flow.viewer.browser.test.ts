import { expect, it } from 'vitest';
import { frameSource, showHere } from '../../testing/frame-stage.ts';
import { docx, wordNamespace as w } from '../../testing/sample-docx.ts';
import { show } from './word-frame.viewer.ts';

type Kind = 'footnote' | 'endnote';

const text = (content: string) => `<w:r><w:t>${content}</w:t></w:r>`;
const paragraph = (content: string) => `<w:p>${content}</w:p>`;
const section = (properties = '') => paragraph(`<w:pPr><w:sectPr>${properties}</w:sectPr></w:pPr>`);
const pageBreak = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>';
const reference = (id: number, kind: Kind = 'footnote') => `<w:r><w:${kind}Reference w:id="${id}"/></w:r>`;
const ownSign = (id: number, sign: string) =>
  `<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteReference w:customMarkFollows="1" w:id="${id}"/><w:t>${sign}</w:t></w:r>`;
const note = (id: number, content: string, kind: Kind = 'footnote') =>
  `<w:${kind} w:id="${id}">${paragraph(`<w:r><w:${kind}Ref/></w:r>${text(content)}`)}</w:${kind}>`;
const settings = (content: string) => `<w:settings ${w}>${content}</w:settings>`;

const open = async (body: string, notes: string, more: Readonly<Record<string, string>> = {}) => {
  const { root } = await showHere(
    show,
    frameSource(
      await docx(body, { 'word/footnotes.xml': `<w:footnotes ${w}>${notes}</w:footnotes>`, ...more }),
    ),
    { kind: 'docx' },
  );
  return Array.from(root.querySelectorAll<HTMLElement>('section'));
};
const pageHeight = 16838 / 15;
const textOf = (element: Element | null | undefined) => element?.textContent.replaceAll('\u200b', '').trim();
const notesOf = (pages: readonly HTMLElement[]) =>
  pages.map((page) => Array.from(page.querySelectorAll('.notes > div'), textOf));
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

it('continues the footnotes that do not fit on the next pages', async () => {
  const ids = numbers(200);
  const body = paragraph(text('条款') + ids.map((id) => reference(id)).join(''));
  const pages = await open(body, ids.map((id) => note(id, `注释${id}`)).join(''));
  expect(pages.length).toBeGreaterThan(2);
  expect(Math.max(...pages.map(({ offsetHeight }) => offsetHeight))).toBeLessThan(pageHeight * 1.01);
  expect(notesOf(pages).flat()).toEqual(ids.map((id) => `${id}注释${id}`));
});

it('divides a footnote that is longer than a page between its lines', async () => {
  const words = numbers(2500).map((number) => `word${number}`);
  const more = numbers(3).map((number) => paragraph(text(`正文${number}`)));
  const pages = await open(paragraph(text('条款') + reference(1)) + more.join(''), note(1, words.join(' ')));
  expect(pages.length).toBe(5);
  expect(Math.max(...pages.map(({ offsetHeight }) => offsetHeight))).toBeLessThan(pageHeight * 1.01);
  expect(notesOf(pages).flat().join(' ').split(/\s+/)).toEqual(['1word1', ...words.slice(1)]);
  const holders = pages.map((page) => page.querySelector('.notes')?.className);
  expect(holders.slice(0, 2)).toEqual(['notes', 'notes continued']);
});

it('numbers notes in the format of their section, again on each page or in each section', async () => {
  const format = (content: string) => `<w:footnotePr>${content}</w:footnotePr>`;
  const letters = format(
    '<w:numFmt w:val="lowerLetter"/><w:numStart w:val="3"/><w:numRestart w:val="eachPage"/>',
  );
  const signs = format('<w:numFmt w:val="chicago"/><w:numRestart w:val="eachSect"/>');
  const body = [
    paragraph(reference(1) + reference(2)),
    pageBreak,
    paragraph(reference(3)),
    section(letters),
    paragraph(reference(4) + reference(5)),
    section(signs),
  ].join('');
  const pages = await open(
    body,
    numbers(5)
      .map((id) => note(id, `注${id}`))
      .join(''),
  );
  expect(notesOf(pages).filter(({ length }) => length > 0)).toEqual([
    ['c注1', 'd注2'],
    ['c注3'],
    ['*注4', '†注5'],
  ]);
});

it('shows the sign that an author wrote in place of a number', async () => {
  const own = `<w:footnote w:id="2">${paragraph(text('甲 附件'))}</w:footnote>`;
  const pages = await open(
    paragraph(text('条款') + reference(1) + ownSign(2, '甲') + reference(3)),
    note(1, '注1') + own + note(3, '注3'),
  );
  expect(notesOf(pages)[0]).toEqual(['1注1', '甲 附件', '2注3']);
  expect(textOf(pages[0]?.querySelector('article p'))?.replaceAll('\u200b', '')).toBe('条款1甲2');
});

it('puts endnotes behind the text of the document or of their section, below a line', async () => {
  const body = [
    paragraph(text('第一节') + reference(1, 'endnote')),
    section(),
    paragraph(text('第二节') + reference(2, 'endnote')),
  ].join('');
  const endnotes = `<w:endnotes ${w}>${note(1, '尾注一', 'endnote')}${note(2, '尾注二', 'endnote')}</w:endnotes>`;
  const position = (value: string) =>
    settings(
      `<w:endnotePr><w:pos w:val="${value}"/><w:numFmt w:val="upperRoman"/><w:numRestart w:val="eachSect"/></w:endnotePr>`,
    );
  const textsOf = async (value: string) => {
    const parts = { 'word/endnotes.xml': endnotes, 'word/settings.xml': position(value) };
    const pages = await open(body, '', parts);
    return pages.map((page) => Array.from(page.querySelectorAll('article p'), textOf).filter(Boolean));
  };
  expect((await textsOf('docEnd')).slice(0, 2)).toEqual([['第一节I'], ['第二节I', 'I尾注一', 'I尾注二']]);
  expect((await textsOf('sectEnd')).slice(0, 2)).toEqual([
    ['第一节I', 'I尾注一'],
    ['第二节I', 'I尾注二'],
  ]);
});

it('puts footnotes beneath the text where the document asks for it', async () => {
  const beneath = settings('<w:footnotePr><w:pos w:val="beneathText"/></w:footnotePr>');
  const [page] = await open(paragraph(text('条款') + reference(1)), note(1, '注1'), {
    'word/settings.xml': beneath,
  });
  const end = page?.querySelector('article')?.getBoundingClientRect().bottom ?? 0;
  expect(page?.querySelector('.notes')?.getBoundingClientRect().top).toBeCloseTo(end, 0);
});
