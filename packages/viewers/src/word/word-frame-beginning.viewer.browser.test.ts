import { expect, it } from 'vitest';
import { frameSource, showHere } from '../../testing/frame-stage.ts';
import { docx, wordNamespace as w } from '../../testing/sample-docx.ts';
import { counted, show as showStage } from '../../testing/stage.ts';
import { frameViewer } from '../frame/frame.viewer.ts';
import { show } from './word-frame.viewer.ts';

const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
/** About twenty pages: each paragraph is one line. */
const longText = Array.from({ length: 800 }, (_, index) => paragraph(`第${index + 1}条`)).join('');
const open = async (body = longText, options: Parameters<typeof showHere>[2] = {}, parts = {}) => {
  const shown = await showHere(show, frameSource(await docx(body, parts)), { kind: 'docx', ...options });
  const sectionsOf = () => Array.from(shown.root.querySelectorAll('section'));
  const scroller = shown.root.querySelector<HTMLElement>('.scroller');
  if (!scroller) throw new Error('no scroller');
  return {
    ...shown,
    sectionsOf,
    scroller,
    status: () => shown.root.querySelector('[role=status]')?.textContent,
  };
};

it('shows the first pages of a long document before it lays out the others', async () => {
  const { view, pages, sectionsOf, status } = await open();
  const first = sectionsOf().map(({ textContent }) => textContent);
  expect(first.length).toBeGreaterThan(1);
  expect(first[0]).toContain('第1条');
  expect(first.join('')).not.toContain('第200条');
  expect(status()).toBe('正在排版其余页面…');
  expect(pages).toEqual([]);
  await view.complete?.();
  const all = sectionsOf().map(({ textContent }) => textContent);
  expect(all.slice(0, first.length)).toEqual(first);
  expect(all.join('')).toContain('第800条');
  expect(status()).toBe(undefined);
  expect(pages.at(-1)).toEqual([1, all.length]);
});

it('stays where the reader has scrolled and zoomed when all pages are there', async () => {
  const { view, scroller } = await open();
  view.zoom?.('in');
  scroller.scrollTo({ top: 300, left: 20, behavior: 'instant' });
  const before = [scroller.scrollTop, scroller.scrollLeft, scroller.scrollWidth];
  expect(before[0]).toBe(300);
  await view.complete?.();
  expect([scroller.scrollTop, scroller.scrollLeft, scroller.scrollWidth]).toEqual(before);
});

it('searches, lists and goes to pages that are not laid out yet', async () => {
  const { view, pages } = await open(longText.replace('第700条', '违约责任'));
  const found: number[] = [];
  const { signal } = new AbortController();
  await view.search?.find({ words: '违约责任', onFound: ({ count }) => found.push(count), signal });
  expect(found.at(-1)).toBe(1);
  const other = await open(
    `${longText}<w:p><w:pPr><w:pStyle w:val="1"/></w:pPr><w:r><w:t>附则</w:t></w:r></w:p>`,
  );
  expect((await other.view.outline?.())?.map(({ title }) => title)).toEqual(['附则']);
  const third = await open();
  third.view.goTo?.(9);
  await expect.poll(() => Math.floor(third.pages.at(-1)?.[0] ?? 0)).toBe(9);
  expect(pages.length).toBeGreaterThan(0);
});

it('marks nothing for a search that ended before all pages were laid out', async () => {
  const { root, view } = await open();
  const searching = new AbortController();
  const finding = view.search?.find({ words: '第1条', onFound: () => undefined, signal: searching.signal });
  searching.abort();
  await finding;
  expect(root.querySelectorAll('section').length).toBeGreaterThan(10);
  expect(root.querySelector('mark')).toBe(null);
});

it('shows all pages at once if the reader was behind the first ones, or the document is short', async () => {
  const later = await open(longText, { start: 9 });
  expect([later.view.complete, later.status()]).toEqual([undefined, undefined]);
  expect(later.pages.at(-1)?.[0]).toBeCloseTo(9, 0);
  const short = await open(paragraph('第1条'));
  expect([short.view.complete, short.pages.at(-1)]).toEqual([undefined, [1, 1]]);
});

it('leaves the number of pages open until it is known', async () => {
  const footer = `<w:ftr ${w}><w:p><w:r><w:t>共</w:t></w:r><w:fldSimple w:instr="NUMPAGES"><w:r><w:t>1</w:t></w:r></w:fldSimple><w:r><w:t>页</w:t></w:r></w:p></w:ftr>`;
  const body = `${longText}<w:sectPr><w:footerReference w:type="default" r:id="m0"/></w:sectPr>`;
  const { view, sectionsOf } = await open(body, {}, { 'word/footer1.xml': footer });
  const footerText = () => sectionsOf()[0]?.querySelector('footer')?.textContent;
  expect(footerText()).toBe('共…页');
  await view.complete?.();
  const numbered = sectionsOf().filter((section) => section.querySelector('footer'));
  expect(footerText()).toBe(`共${numbered.length}页`);
});

it('lays out all pages in its frame without being asked', async () => {
  const stage = await showStage(frameViewer('word', 'docx'), counted(await docx(longText)));
  await expect.poll(() => stage.pages.at(-1)?.[1] ?? 0, { timeout: 10_000 }).toBeGreaterThan(10);
  stage.open.goTo?.(9);
  await expect.poll(() => stage.pages.at(-1)?.[0]).toBe(9);
  expect(stage.failures).toEqual([]);
  stage.open.close();
  stage.end();
});

it.each([true, false])(
  'reports no failure if closed before all pages are laid out, aborted: %s',
  async (isAborted) => {
    const closing = new AbortController();
    const stage = await showStage(frameViewer('word', 'docx'), counted(await docx(longText)), {
      signal: closing.signal,
    });
    if (isAborted) closing.abort();
    stage.open.close();
    // Failures of calls arrive within the next tasks.
    await new Promise((resolve) => setTimeout(resolve));
    expect(stage.failures).toEqual([]);
    stage.end();
  },
);
