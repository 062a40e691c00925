import { describe, expect, it } from 'vitest';
import { richPdf } from '../../testing/rich-pdf.ts';
import { counted, show } from '../../testing/stage.ts';
import { pdfViewer } from './pdf.viewer.ts';

const pagesOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ lines: [`第${index + 1}页`] }));

describe('PDF navigation', () => {
  it('lists the outline and opens its entries', async () => {
    const bytes = richPdf({
      pages: pagesOf(40),
      chapters: [
        ['第一章　总则', 1, 800],
        ['第二章　付款', 20, 421],
      ],
    });
    const stage = await show(pdfViewer, counted(bytes));
    const chapters = await stage.open.outline?.();
    expect(chapters).toMatchObject([
      { title: '第一章　总则', page: 1, items: [] },
      { title: '第二章　付款', page: 20, items: [] },
    ]);
    chapters?.[1]?.goTo();
    await expect.poll(() => stage.pages.at(-1)?.[0]).toBe(20);
    await expect.poll(() => stage.container.textContent).toContain('第20页');
    stage.open.close();
    stage.end();
  });

  it('follows links inside the document and offers no external links', async () => {
    const pages = [{ lines: ['见第二十五页'], link: 25 }, ...pagesOf(29)];
    const stage = await show(pdfViewer, counted(richPdf({ pages })));
    const link = () => stage.container.querySelector<HTMLButtonElement>('[class*=link] button');
    await expect.poll(() => link()?.getAttribute('aria-label')).toBe('to 25');
    expect(stage.container.querySelector('a')).toBeNull();
    link()?.click();
    await expect.poll(() => stage.pages.at(-1)?.[0]).toBe(25);
    stage.open.close();
    stage.end();
  });

  it('restores the last position', async () => {
    const places: number[] = [];
    const onPage = (place: number) => places.push(place);
    const bytes = richPdf({ pages: pagesOf(40) });
    const stage = await show(pdfViewer, counted(bytes), { start: 17.5, onPage });
    await expect.poll(() => stage.container.textContent).toContain('第17页');
    expect(places.at(-1)).toBeCloseTo(17.5, 1);
    stage.open.close();
    stage.end();
    const gone = await show(pdfViewer, counted(richPdf({ pages: pagesOf(3) })), { start: 17.5, onPage });
    expect(places.at(-1)).toBe(1);
    gone.open.close();
    gone.end();
  });

  it('keeps the current page when the document is rotated', async () => {
    const stage = await show(pdfViewer, counted(richPdf({ pages: pagesOf(20) })));
    stage.open.goTo?.(9);
    await expect.poll(() => stage.container.textContent).toContain('第9页');
    const page = () => stage.container.querySelectorAll<HTMLElement>('[data-part]')[8];
    const upright = page()!.getBoundingClientRect();
    stage.open.rotate?.();
    const across = page()!.getBoundingClientRect();
    expect(across.width).toBeCloseTo(upright.width, 0);
    expect(across.height).toBeLessThan(across.width);
    await expect.poll(() => page()?.querySelector('canvas')?.width ?? 0).toBeGreaterThan(100);
    const canvas = page()!.querySelector('canvas')!;
    expect(canvas.width).toBeGreaterThan(canvas.height);
    expect(stage.pages.at(-1)?.[0]).toBe(9);
    await expect
      .poll(() => page()?.querySelector('[data-main-rotation="90"]')?.textContent)
      .toContain('第9页');
    stage.open.close();
    stage.end();
  });

  it('fits the width of the document, also with one wider page', async () => {
    const pages = [...pagesOf(1), { lines: ['附图'], size: [1684, 1191] as const }];
    const stage = await show(pdfViewer, counted(richPdf({ pages })));
    const scroller = stage.container.querySelector<HTMLElement>('[role=document]')!;
    stage.open.goTo?.(2);
    await expect.poll(() => stage.container.textContent).toContain('附图');
    expect(scroller.scrollWidth).toBe(scroller.clientWidth);
    stage.open.close();
    stage.end();
  });

  it('keeps the point under the pointer in place while zooming', async () => {
    const stage = await show(pdfViewer, counted(richPdf({ pages: pagesOf(60) })));
    stage.open.goTo?.(50);
    await expect.poll(() => stage.container.textContent).toContain('第50页');
    const page = stage.container.querySelectorAll<HTMLElement>('[data-part]')[49]!;
    const share = (y: number) => {
      const { top, height } = page.getBoundingClientRect();
      return (y - top) / height;
    };
    const { left, top } = page.getBoundingClientRect();
    const [clientX, clientY] = [left + 150, top + 200];
    const before = share(clientY);
    const wheel = { clientX, clientY, deltaY: -240, ctrlKey: true, bubbles: true, cancelable: true };
    page.dispatchEvent(new WheelEvent('wheel', wheel));
    expect(share(clientY)).toBeCloseTo(before, 2);
    stage.open.close();
    stage.end();
  });
});
