import { expect, it } from 'vitest';
import { frameSource, showHere } from '../../testing/frame-stage.ts';
import { docx, wordNamespace as w } from '../../testing/sample-docx.ts';
import { zipOf } from '../../testing/sample-zip.ts';
import { show } from './word-frame.viewer.ts';

const paragraph = (text: string, style = '') => `<w:p>${style}<w:r><w:t>${text}</w:t></w:r></w:p>`;
const heading = '<w:pPr><w:pStyle w:val="1"/></w:pPr>';
const pageBreak = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>';

const contract = () =>
  docx(
    [
      paragraph('采购合同', heading),
      '<w:p><w:hyperlink r:id="r2"><w:r><w:t>供应商网站</w:t></w:r></w:hyperlink></w:p>',
      pageBreak,
      paragraph('第二条', heading),
      paragraph('付款 after delivery'),
    ].join(''),
  );

it('lays out a docx in pages of the screen width, with its headings and without external links', async () => {
  const { root, view, pages } = await showHere(show, frameSource(await contract()), { kind: 'docx' });
  const sections = Array.from(root.querySelectorAll('section'));
  expect(sections.length).toBe(2);
  expect(pages.at(-1)).toEqual([1, 2]);
  const [first] = sections;
  expect(first?.getBoundingClientRect().width).toBeLessThanOrEqual(innerWidth);
  expect(first?.getAttribute('aria-label')).toContain('1');
  expect(root.querySelectorAll('[role=heading][aria-level="1"]').length).toBe(2);
  const outline = await view.outline?.();
  expect(outline?.map(({ title, page }) => [title, page])).toEqual([
    ['采购合同', 1],
    ['第二条', 2],
  ]);
  const link = root.querySelector('a');
  expect([link?.textContent, link?.hasAttribute('href')]).toEqual(['供应商网站', false]);
  view.goTo?.(2);
  await expect.poll(() => Math.floor(pages.at(-1)?.[0] ?? 0)).toBe(2);
  const before = first?.getBoundingClientRect().width ?? 0;
  view.zoom?.('in');
  expect(first?.getBoundingClientRect().width).toBeGreaterThan(before * 1.2);
});

it('shows text without a place on a page, such as comments, on a last page', async () => {
  const bytes = await docx(paragraph('采购合同'), {
    'word/comments.xml': `<w:comments ${w}><w:comment w:author="李娜">${paragraph('请核对金额')}</w:comment></w:comments>`,
    'word/footnotes.xml': `<w:footnotes ${w}><w:footnote w:id="2">${paragraph('无引用的脚注')}</w:footnote></w:footnotes>`,
    // No section shows this header, as in an office program.
    'word/header9.xml': `<w:hdr ${w}>${paragraph('只在偶数页')}</w:hdr>`,
  });
  const { root } = await showHere(show, frameSource(bytes), { kind: 'docx' });
  const pages = Array.from(root.querySelectorAll('section'));
  expect(pages[0]?.textContent).toContain('采购合同');
  expect(Array.from(pages.at(-1)?.children ?? [], ({ textContent }) => textContent)).toEqual([
    '批注',
    '李娜\n请核对金额',
    '未排入页面的文字',
    '无引用的脚注',
  ]);
});

it('adds no page to a docx that is shown completely', async () => {
  const note = '<w:p><w:r><w:t>条款</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r></w:p>';
  const bytes = await docx(note, {
    'word/footnotes.xml': `<w:footnotes ${w}><w:footnote w:id="2">${paragraph('见附件')}</w:footnote></w:footnotes>`,
  });
  const { root } = await showHere(show, frameSource(bytes), { kind: 'docx' });
  expect(root.querySelectorAll('section').length).toBe(1);
  expect(root.textContent).toContain('见附件');
});

it('finds words in a docx', async () => {
  const { root, view } = await showHere(show, frameSource(await contract()), { kind: 'docx' });
  const found: number[] = [];
  const searching = new AbortController();
  const { signal } = searching;
  await view.search?.find({ words: 'AFTER', onFound: ({ count }) => found.push(count), signal });
  expect(found.at(-1)).toBe(1);
  expect(root.querySelector('mark')?.textContent).toBe('after');
});

it('rejects a file that is not a document as unreadable', async () => {
  const broken = frameSource(await zipOf({ 'word/document.xml': '<w:document' }));
  await expect(showHere(show, broken, { kind: 'docx' })).rejects.toMatchObject({ code: 'unreadable' });
  await expect(showHere(show, frameSource(new Uint8Array(600)), { kind: 'doc' })).rejects.toMatchObject({
    code: 'unreadable',
  });
});
