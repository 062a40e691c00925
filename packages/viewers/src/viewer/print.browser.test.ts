import { afterEach, expect, it } from 'vitest';
import { richPdf } from '../../testing/rich-pdf.ts';
import { blackPng } from '../../testing/sample-png.ts';
import { counted, inked, lines, show } from '../../testing/stage.ts';
import { frameViewer } from '../frame/frame.viewer.ts';
import { imageViewer } from '../image/image.viewer.ts';
import { pdfViewer } from '../pdf/pdf.viewer.ts';
import type { Viewer, ViewerStage } from './viewer.types.ts';

let end = () => undefined as void;
afterEach(() => end());

const { signal } = new AbortController();
const utf8 = (text: string) => new TextEncoder().encode(text);

async function printable(viewer: Viewer, content: Uint8Array<ArrayBuffer>, given: Partial<ViewerStage> = {}) {
  const stage = await show(viewer, counted(content), given);
  end = () => {
    stage.open.close();
    stage.end();
  };
  const pages = await stage.open.print?.(signal);
  if (!pages) throw new Error('the document is not printable');
  const draw = (page: number, watermark: readonly string[] = lines) =>
    pages.draw({ page, watermark, signal });
  return { ...stage, pages, draw };
}

const shareOf = (canvas: HTMLCanvasElement) => inked(canvas) / (canvas.width * canvas.height);
const sizeOf = ({ width, height }: HTMLCanvasElement) => [width, height];

it('a page of a PDF has 200 dots per inch, lies as on the screen, and has its watermark even if the screen has none', async () => {
  const content = richPdf({ pages: [{ lines: [] }, { lines: [], size: [1600, 900] }] });
  const { pages, draw, open } = await printable(pdfViewer, content, { watermark: [] });
  expect(pages.pageCount).toBe(2);
  const marked = await draw(1);
  expect(marked.height / marked.width).toBeCloseTo(842 / 595, 1);
  expect(marked.width).toBeGreaterThan(1600);
  expect(shareOf(marked)).toBeGreaterThan(0.005);
  expect(inked(await draw(1, []))).toBe(0);
  const wide = await draw(2);
  expect(wide.width).toBeGreaterThan(wide.height);
  // A larger page is reduced on paper. Its watermark is drawn larger in return.
  expect(shareOf(wide)).toBeGreaterThan(0.005);
  expect(wide.width * wide.height).toBeLessThanOrEqual(8_100_000);
  open.rotate?.();
  const turned = await draw(2);
  expect(turned.height).toBeGreaterThan(turned.width);
});

it('a picture fills a sheet that lies like it, and the watermark covers the whole sheet', async () => {
  const { pages, draw, open } = await printable(imageViewer('image/png'), await blackPng(40, 20));
  expect(pages.pageCount).toBe(1);
  const sheet = await draw(1);
  expect(sizeOf(sheet)).toEqual([2338, 1654]);
  const context = sheet.getContext('2d');
  const [middle] = context?.getImageData(1169, 827, 1, 1).data ?? [];
  expect(middle).toBeLessThan(120);
  const edge = context?.getImageData(0, 0, 2338, 160).data ?? [];
  expect(edge.some((value, at) => at % 4 === 0 && value < 250)).toBe(true);
  open.rotate?.();
  expect(sizeOf(await draw(1))).toEqual([1654, 2338]);
});

it('the words of a text are set on sheets', async () => {
  const text = Array.from({ length: 100 }, (_, index) => `第${index}行`).join('\n');
  const { pages, draw } = await printable(frameViewer('text', 'text'), utf8(text));
  expect(pages.pageCount).toBe(2);
  const bare = await draw(1, []);
  expect(sizeOf(bare)).toEqual([1654, 2338]);
  expect(inked(bare)).toBeGreaterThan(10_000);
  expect(inked(await draw(1))).toBeGreaterThan(inked(bare));
});

it('nothing is drawn after the signal', async () => {
  const { pages } = await printable(pdfViewer, richPdf({ pages: [{ lines: ['x'] }] }));
  const aborted = AbortSignal.abort(new Error('enough'));
  await expect(pages.draw({ page: 1, watermark: lines, signal: aborted })).rejects.toThrow('enough');
});
