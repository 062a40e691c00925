import { expect, it } from 'vitest';
import { samplePptx } from '../../testing/sample-pptx.ts';
import { counted, lines, show } from '../../testing/stage.ts';
import { frameViewer } from '../frame/frame.viewer.ts';
import type { SearchProgress } from '../viewer/viewer.types.ts';

const viewer = frameViewer('slides', 'pptx');

it('shows the slides, opens any slide and starts at the last position', async () => {
  // The slides exceed the viewport, because the start position has no effect if all are visible.
  const texts = Array.from({ length: 9 }, (_, at) => `第 ${at + 1} 张`);
  const deck = await samplePptx(texts, { hidden: 1 });
  const stage = await show(viewer, counted(deck), { start: 2 });
  await expect.poll(() => stage.pages.at(-1)).toEqual([2, 9]);
  stage.open.goTo?.(5);
  await expect.poll(() => stage.pages.at(-1)).toEqual([5, 9]);
  stage.open.close();
  expect(stage.failures).toEqual([]);
  stage.end();
});

it('names the slides that a presentation leaves out', async () => {
  const stage = await show(viewer, counted(await samplePptx(['一', '二', '三'], { hidden: 1 })));
  expect(await stage.open.hiddenPages?.()).toEqual([2]);
  stage.open.close();
  stage.end();
});

it('presents a slide under the watermark of the page', async () => {
  const texts = Array.from({ length: 9 }, (_, at) => `第 ${at + 1} 张`);
  const stage = await show(viewer, counted(await samplePptx(texts)));
  stage.open.present?.(4);
  stage.open.present?.(null);
  stage.open.goTo?.(4);
  await expect.poll(() => stage.pages.at(-1)).toEqual([4, 9]);
  stage.open.present?.(5);
  const overlay = stage.container.lastElementChild;
  expect(overlay?.textContent).toContain(lines[0]);
  expect(overlay?.getBoundingClientRect()).toEqual(stage.container.getBoundingClientRect());
  expect(stage.failures).toEqual([]);
  stage.open.close();
  stage.end();
});

it('finds words on slides that were never rendered', async () => {
  const texts = Array.from({ length: 30 }, (_, at) => (at % 10 === 9 ? '付款条件' : `第 ${at + 1} 张`));
  const stage = await show(viewer, counted(await samplePptx(texts)));
  const found: SearchProgress[] = [];
  const searching = new AbortController();
  const read = await stage.open.search?.readText({ maxCharacters: 10_000, signal: searching.signal });
  expect(read).toContain('付款条件');
  await stage.open.search?.find({
    words: '付款',
    onFound: (one) => found.push(one),
    signal: searching.signal,
  });
  expect(found.at(-1)).toMatchObject({ count: 3, current: 1, searched: 1 });
  await expect.poll(() => stage.pages.at(-1)?.[0]).toBeGreaterThanOrEqual(8);
  stage.open.search?.step('previous');
  await expect.poll(() => found.at(-1)).toMatchObject({ count: 3, current: 3 });
  searching.abort();
  stage.open.close();
  stage.end();
});

it('shows the text of a presentation with a broken layout, and rejects an unreadable file', async () => {
  const whole = await samplePptx([]);
  const empty = await show(viewer, counted(whole));
  expect(empty.pages.at(-1)).toEqual([1, 1]);
  empty.open.close();
  empty.end();
  await expect(show(viewer, counted(whole.slice(0, 300)))).rejects.toMatchObject({ code: 'unreadable' });
});
