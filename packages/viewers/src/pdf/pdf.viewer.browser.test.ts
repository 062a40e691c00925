import { expect, it, vi } from 'vitest';
import { samplePdf } from '../../testing/sample-pdf.ts';
import { counted, inked, show } from '../../testing/stage.ts';
import { pdfViewer } from './pdf.viewer.ts';

it('shows the first page with its text and watermark, and reports the number of pages', async () => {
  const stage = await show(pdfViewer, counted(samplePdf({ pages: 12 })));
  const canvas = stage.container.querySelector('canvas');
  expect(canvas?.width).toBeGreaterThan(300);
  // The line of text covers less than a hundredth of the page.
  expect(inked(canvas!) / (canvas!.width * canvas!.height)).toBeGreaterThan(0.02);
  expect(stage.pages.at(-1)).toEqual([1, 12]);
  await expect.poll(() => stage.container.textContent).toContain('采购合同第1页');
  stage.open.close();
  expect(stage.container.querySelector('canvas')).toBeNull();
  stage.end();
});

it('jumps to a page and draws it, and releases the pages left behind', async () => {
  const stage = await show(pdfViewer, counted(samplePdf({ pages: 60 })));
  stage.open.goTo?.(50);
  await expect.poll(() => stage.container.textContent).toContain('采购合同第50页');
  await expect.poll(() => stage.pages.at(-1)).toEqual([50, 60]);
  await expect.poll(() => stage.container.textContent).not.toContain('采购合同第1页');
  await expect.poll(() => stage.container.querySelectorAll('canvas').length).toBeLessThan(8);
  expect(stage.failures).toEqual([]);
  stage.open.close();
  stage.end();
});

it('reads only the bytes that the first page needs', async () => {
  const content = counted(samplePdf({ pages: 3, filler: 8 * 1024 * 1024 }));
  const stage = await show(pdfViewer, content);
  expect(content.bytesRead()).toBeLessThan(content.size / 20);
  stage.open.close();
  stage.end();
});

it('zooms the layout at once and then redraws it sharply', async () => {
  const stage = await show(pdfViewer, counted(samplePdf({ pages: 2 })));
  const before = stage.container.querySelector('canvas')!.width;
  stage.open.zoom?.('in');
  await expect.poll(() => stage.container.querySelector('canvas')?.width ?? 0).toBeGreaterThan(before * 1.3);
  stage.open.close();
  stage.end();
});

it('reports that a broken file is unreadable', async () => {
  const broken = samplePdf({ pages: 1 }).slice(0, 400);
  await expect(show(pdfViewer, counted(broken))).rejects.toMatchObject({ code: 'unreadable' });
});

it('ends with the read error when the bytes cannot be read', async () => {
  const failure = new Error('segment is not the one that was sealed');
  const content = { size: 1_000_000, read: () => Promise.reject(failure) };
  await expect(show(pdfViewer, content)).rejects.toBe(failure);
});

it('creates no blob', async () => {
  const made = vi.spyOn(URL, 'createObjectURL');
  const stage = await show(pdfViewer, counted(samplePdf({ pages: 2 })));
  expect(made).not.toHaveBeenCalled();
  stage.open.close();
  stage.end();
});
