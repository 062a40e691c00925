import { bytesSource } from '@sealflow/tdf/reader';
import { describe, expect, it, vi } from 'vitest';
import { lockedPdf } from '../../testing/locked-pdf.ts';
import { pdfFile } from '../../testing/pdf-parts.ts';
import { richPdf } from '../../testing/rich-pdf.ts';
import { samplePdf } from '../../testing/sample-pdf.ts';
import { counted, inked, show } from '../../testing/stage.ts';
import { maxBasePixels, maxDetailPixels } from '../pages/page-layout.rules.ts';
import { pdfViewer } from './pdf.viewer.ts';

const canvasesIn = (element: Element) => [...element.querySelectorAll('canvas')];
const pixels = (canvases: readonly HTMLCanvasElement[]) =>
  canvases.reduce((sum, { width, height }) => sum + width * height, 0);

describe('a PDF with a password', () => {
  it('opens once the right password is given', async () => {
    const asked: number[] = [];
    const requestPassword = async (wrong: number) => {
      asked.push(wrong);
      return wrong < 2 ? 'guess' : '2026';
    };
    const stage = await show(pdfViewer, counted(lockedPdf('2026')), { requestPassword });
    expect(asked).toEqual([0, 1, 2]);
    await expect.poll(() => stage.container.textContent).toContain('保密合同');
    stage.open.close();
    stage.end();
  });

  it('stays closed after three wrong passwords, or when no password is given', async () => {
    const guess = vi.fn<() => Promise<string>>(async () => 'guess');
    const closed = { code: 'password' };
    await expect(
      show(pdfViewer, counted(lockedPdf('2026')), { requestPassword: guess }),
    ).rejects.toMatchObject(closed);
    expect(guess).toHaveBeenCalledTimes(3);
    const requestPassword = async () => null;
    await expect(show(pdfViewer, counted(lockedPdf('2026')), { requestPassword })).rejects.toMatchObject(
      closed,
    );
  });
});

describe('PDF limits', () => {
  it('bound the pixels of a page and keep the visible part sharp at any zoom', async () => {
    const stage = await show(pdfViewer, counted(samplePdf({ pages: 20 })));
    for (let step = 0; step < 6; step += 1) stage.open.zoom?.('in');
    const sharp = () => stage.container.querySelector<HTMLCanvasElement>('canvas[class*=detail]');
    await expect
      .poll(() => {
        const canvas = sharp();
        return canvas ? canvas.width / canvas.getBoundingClientRect().width : 0;
      })
      .toBeCloseTo(devicePixelRatio, 1);
    for (const canvas of canvasesIn(stage.container)) {
      expect(canvas.width * canvas.height).toBeLessThanOrEqual(
        Math.max(maxBasePixels, maxDetailPixels) * 1.01,
      );
    }
    expect(inked(sharp()!)).toBeGreaterThan(100);
    stage.open.zoom?.('fit');
    await expect.poll(sharp).toBeNull();
    stage.open.close();
    stage.end();
  });

  it('bound the number of held pages while paging through the document', async () => {
    const stage = await show(pdfViewer, counted(samplePdf({ pages: 120 })));
    let most = 0;
    for (let page = 1; page <= 120; page += 7) {
      stage.open.goTo?.(page);
      await expect.poll(() => stage.container.textContent).toContain(`采购合同第${page}页`);
      most = Math.max(most, pixels(canvasesIn(stage.container)));
    }
    const [first] = canvasesIn(stage.container);
    expect(most).toBeLessThan(8 * pixels([first!]));
    stage.open.close();
    stage.end();
  });

  it('reject a small file that declares millions of pages', async () => {
    const bytes = pdfFile([
      '<< /Type /Catalog /Pages 2 0 R >>',
      `<< /Type /Pages /Count 20001 /Kids [${'3 0 R '.repeat(20_001)}] >>`,
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
    ]);
    await expect(show(pdfViewer, counted(bytes))).rejects.toMatchObject({ code: 'tooLarge' });
  });

  it('confine a failure to the broken page and show the others', async () => {
    const pages = [{ lines: ['第一页'] }, { lines: [], broken: true }, { lines: ['第三页'] }];
    const stage = await show(pdfViewer, counted(richPdf({ pages })));
    stage.open.goTo?.(2);
    await expect.poll(() => stage.container.textContent).toContain('broken page');
    stage.open.goTo?.(3);
    await expect.poll(() => stage.container.textContent).toContain('第三页');
    expect(stage.failures).toEqual([]);
    stage.open.close();
    stage.end();
  });

  it('terminate the worker with the viewer', async () => {
    const ended = vi.spyOn(Worker.prototype, 'terminate');
    const stage = await show(pdfViewer, counted(samplePdf({ pages: 2 })));
    await expect.poll(() => stage.container.textContent).toContain('采购合同第2页');
    // The worker of the previous document may still be terminating.
    const before = ended.mock.calls.length;
    stage.open.close();
    await expect.poll(() => ended.mock.calls.length).toBeGreaterThan(before);
    ended.mockRestore();
    expect(stage.container.children.length).toBe(0);
    stage.end();
  });

  it('allow requests to the own origin only', async () => {
    performance.clearResourceTimings();
    const stage = await show(pdfViewer, counted(samplePdf({ pages: 2 })));
    await expect.poll(() => stage.container.textContent).toContain('采购合同第1页');
    const origins = performance.getEntriesByType('resource').map(({ name }) => new URL(name).origin);
    expect(new Set(origins)).toEqual(new Set([location.origin]));
    stage.open.close();
    stage.end();
  });
});

describe('access to a PDF', () => {
  it('forbids copying where the obligations forbid it', async () => {
    const copied = async (mayCopy: boolean) => {
      const stage = await show(pdfViewer, counted(samplePdf({ pages: 1 })), { mayCopy });
      const text = () => stage.container.querySelector<HTMLElement>('[data-main-rotation] span');
      await expect.poll(() => text()?.textContent).toContain('采购合同');
      const event = new ClipboardEvent('copy', { bubbles: true, cancelable: true });
      text()!.dispatchEvent(event);
      const selectable = getComputedStyle(text()!).userSelect;
      stage.open.close();
      stage.end();
      return { prevented: event.defaultPrevented, selectable };
    };
    expect(await copied(false)).toEqual({ prevented: true, selectable: 'none' });
    expect(await copied(true)).toEqual({ prevented: false, selectable: 'text' });
  });

  it('includes page thumbnails, also under a watermark', async () => {
    const stage = await show(pdfViewer, counted(samplePdf({ pages: 9 })));
    const { signal } = new AbortController();
    const small = await stage.open.thumbnail!({ page: 7, width: 90, signal });
    expect(small.width).toBeLessThan(200);
    expect(inked(small) / (small.width * small.height)).toBeGreaterThan(0.02);
    stage.open.close();
    stage.end();
  });

  it('ends with the read error when it occurs far inside the document', async () => {
    const failure = new Error('segment is not the one that was sealed');
    const lines = Array.from({ length: 60 }, () => '一般条款'.repeat(75));
    const bytes = richPdf({ pages: Array.from({ length: 20 }, () => ({ lines })) });
    const source = bytesSource(bytes);
    let healthy = true;
    const content = {
      size: source.size,
      read: (offset: number, length: number) =>
        healthy ? source.read(offset, length) : Promise.reject(failure),
    };
    const stage = await show(pdfViewer, content);
    healthy = false;
    stage.open.goTo?.(15);
    await expect.poll(() => stage.failures).toEqual([failure]);
    stage.open.close();
    stage.end();
  });
});
