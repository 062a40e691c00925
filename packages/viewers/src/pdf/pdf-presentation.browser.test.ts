import { afterEach, expect, it } from 'vitest';
import { richPdf } from '../../testing/rich-pdf.ts';
import { counted, inked, show } from '../../testing/stage.ts';
import { pdfViewer } from './pdf.viewer.ts';

let end = () => undefined as void;
afterEach(() => end());

async function presented() {
  const pages = [
    { lines: ['第1页'] },
    { lines: ['第2页'], size: [1600, 900] as const },
    { lines: [], broken: true },
  ];
  const stage = await show(pdfViewer, counted(richPdf({ pages })));
  end = () => {
    stage.open.close();
    stage.end();
  };
  const canvas = () => stage.container.querySelector<HTMLCanvasElement>('[class*=presentation] canvas');
  const box = () => canvas()?.getBoundingClientRect() ?? new DOMRect();
  return { ...stage, canvas, box };
}

it('fills the container with one page and its watermark, and keeps no other canvas of it', async () => {
  const { open, canvas, box } = await presented();
  open.present?.(1);
  await expect.poll(() => box().height).toBeCloseTo(509, 0);
  expect(box().width).toBeCloseTo(360, 0);
  expect(inked(canvas()!) / (canvas()!.width * canvas()!.height)).toBeGreaterThan(0.02);
  const first = canvas()!;
  open.present?.(2);
  await expect.poll(() => box().height).toBeCloseTo(202.5, 0);
  expect([first.width, first.isConnected]).toEqual([0, false]);
});

it('follows the size of the container, and leaves nothing behind', async () => {
  const { open, canvas, box, container } = await presented();
  open.present?.(2);
  await expect.poll(() => box().width).toBeCloseTo(360, 0);
  container.style.width = '720px';
  await expect.poll(() => box().width).toBeCloseTo(720, 0);
  const last = canvas()!;
  open.present?.(null);
  expect([last.width, last.isConnected]).toEqual([0, false]);
  expect(container.querySelector('[class*=presentation]')).toBeNull();
});

it('says that a page is damaged, and goes on to the next one', async () => {
  const { open, box, container } = await presented();
  open.present?.(3);
  await expect.poll(() => container.querySelector('[class*=presentation]')?.textContent).toBe('broken page');
  open.present?.(1);
  await expect.poll(() => box().height).toBeGreaterThan(400);
});
