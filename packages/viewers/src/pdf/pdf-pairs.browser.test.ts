import { describe, expect, it } from 'vitest';
import { richPdf } from '../../testing/rich-pdf.ts';
import { counted, inked, show } from '../../testing/stage.ts';
import { pdfViewer } from './pdf.viewer.ts';

/** A document of five pages, of which the fourth is wider than the others and the fifth is narrow. */
const bytes = () =>
  richPdf({
    pages: Array.from({ length: 5 }, (_, index) => ({
      lines: [`第${index + 1}页`],
      ...(index === 3 ? { size: [1191, 842] as const } : {}),
      ...(index === 4 ? { size: [200, 300] as const } : {}),
    })),
    chapters: [['第二章', 4, 800]],
  });

async function showWide(widthPx: number) {
  const stage = await show(pdfViewer, counted(bytes()));
  stage.container.style.width = `${widthPx}px`;
  const element = (page: number) => stage.container.querySelectorAll<HTMLElement>('[data-part]')[page - 1]!;
  const box = (page: number) => element(page).getBoundingClientRect();
  await expect.poll(() => box(1).width).toBeGreaterThan(400);
  const end = () => {
    stage.open.close();
    stage.end();
  };
  return { ...stage, element, box, end };
}

describe('two pages side by side', () => {
  it('meet in the middle of each row, whatever their sizes, and scroll in no other direction', async () => {
    const { open, box, container, end } = await showWide(1000);
    open.showPairs?.(true);
    expect(box(1).top).toBe(box(2).top);
    expect(box(2).left - box(1).right).toBeCloseTo(8, 0);
    expect(box(2).right).toBeLessThan(1000);
    open.goTo?.(3);
    // Pages get their own sizes when they are loaded.
    await expect.poll(() => box(4).height / box(4).width).toBeLessThan(0.9);
    await expect.poll(() => box(5).width / box(1).width).toBeLessThan(0.5);
    expect(box(3).top).toBe(box(4).top);
    expect(box(3).right).toBeCloseTo(box(1).right, 0);
    expect(box(4).width).toBeCloseTo(box(1).width, 0);
    expect(box(5).top).toBeGreaterThan(box(3).bottom);
    const scroller = container.querySelector<HTMLElement>('[role=document]')!;
    expect(scroller.scrollWidth).toBe(scroller.clientWidth);
    open.showPairs?.(false);
    expect(box(2).top).toBeGreaterThan(box(1).bottom);
    end();
  });

  it('keep the place, report the left page, and are reached by page, search and contents', async () => {
    const { open, pages, container, box, end } = await showWide(1000);
    open.goTo?.(4);
    await expect.poll(() => pages.at(-1)).toEqual([4, 5]);
    open.showPairs?.(true);
    await expect.poll(() => pages.at(-1)).toEqual([3, 5]);
    open.goTo?.(1);
    await expect.poll(() => pages.at(-1)).toEqual([1, 5]);
    const chapters = await open.outline?.();
    chapters?.[0]?.goTo();
    await expect.poll(() => pages.at(-1)).toEqual([3, 5]);
    open.goTo?.(1);
    const find = { words: '第4页', onFound: () => undefined, signal: new AbortController().signal };
    await open.search?.find(find);
    await expect.poll(() => pages.at(-1)).toEqual([3, 5]);
    await expect.poll(() => container.querySelectorAll('[data-current]').length).toBe(1);
    open.zoom?.('in');
    expect(box(3).top).toBe(box(4).top);
    expect(box(4).left - box(3).right).toBeCloseTo(8, 0);
    end();
  });

  it('have the watermark in their pixels', async () => {
    const { open, element, end } = await showWide(1000);
    open.showPairs?.(true);
    const share = (page: number) => {
      const canvas = element(page).querySelector('canvas');
      return canvas === null ? 0 : inked(canvas) / (canvas.width * canvas.height);
    };
    await expect.poll(() => Math.min(share(1), share(2))).toBeGreaterThan(0.02);
    end();
  });

  it('become a column where the viewport has no room for them, and return with it', async () => {
    const { open, box, container, end } = await showWide(1000);
    open.showPairs?.(true);
    container.style.width = '500px';
    await expect.poll(() => box(2).top - box(1).bottom).toBeGreaterThan(0);
    container.style.width = '1000px';
    await expect.poll(() => box(2).top - box(1).top).toBe(0);
    end();
  });
});
