import { expect, it } from 'vitest';
import { frameSource, showHere } from '../../testing/frame-stage.ts';
import { sampleDxf } from '../../testing/sample-dxf.ts';
import { inked } from '../../testing/stage.ts';
import type { SearchProgress } from '../viewer/viewer.types.ts';
import { show } from './drawing-frame.viewer.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const opened = async (text: string) => {
  const shown = await showHere(show, frameSource(utf8(text)), { kind: 'dxf' });
  return { ...shown, canvas: shown.root.querySelector('canvas')! };
};
const frames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

it('draws a drawing with its facts, and moves and zooms by keys and pointer', async () => {
  const { root, canvas, view, pages } = await opened(sampleDxf());
  expect(pages).toEqual([[1, 1]]);
  await expect.poll(() => inked(canvas)).toBeGreaterThan(100);
  expect(root.querySelector('p')?.textContent).toBe('6 个对象，2 个图层 · 范围 100 × 60 · 未绘制 LEADER：1');
  const picture = () => canvas.toDataURL();
  const whole = picture();
  const changes: (() => void)[] = [
    () => canvas.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft' })),
    () => canvas.dispatchEvent(new KeyboardEvent('keydown', { key: '+' })),
    () => canvas.dispatchEvent(new WheelEvent('wheel', { deltaY: -200, clientX: 50, clientY: 50 })),
    () => view.zoom?.('in'),
  ];
  for (const change of changes) {
    const before = picture();
    change();
    await expect.poll(picture).not.toBe(before);
  }
  view.zoom?.('fit');
  await expect.poll(picture).toBe(whole);
});

it('finds the texts of a drawing and goes to them', async () => {
  const { canvas, view } = await opened(sampleDxf());
  await frames();
  const before = canvas.toDataURL();
  const found: SearchProgress[] = [];
  const end = new AbortController();
  await view.search?.find({ words: '主卧', onFound: (now) => found.push(now), signal: end.signal });
  expect(found.at(-1)).toEqual({ count: 1, current: 1, searched: 1 });
  await expect.poll(() => canvas.toDataURL()).not.toBe(before);
  end.abort();
});

it('refuses a file that is no drawing', async () => {
  await expect(opened('0\nSECTION\n')).rejects.toMatchObject({ code: 'unreadable' });
});
