import { expect, it } from 'vitest';
import { sampleXlsx } from '../../testing/sample-xlsx.ts';
import { counted, show } from '../../testing/stage.ts';
import { frameViewer } from '../frame/frame.viewer.ts';
import type { SearchProgress } from '../viewer/viewer.types.ts';

const viewer = frameViewer('sheet', 'xlsx');

it('reads a workbook in a worker of the frame, with its sheets as pages and the hidden sheet last', async () => {
  const stage = await show(viewer, counted(await sampleXlsx()));
  expect(stage.pages.at(-1)).toEqual([1, 3]);
  stage.open.goTo?.(2);
  await expect.poll(() => stage.pages.at(-1)).toEqual([2, 3]);
  const found: SearchProgress[] = [];
  const searching = new AbortController();
  await stage.open.search?.find({
    words: '合同金额',
    onFound: (one) => found.push(one),
    signal: searching.signal,
  });
  expect(found.at(-1)).toMatchObject({ count: 1, searched: 1 });
  await expect.poll(() => stage.pages.at(-1)).toEqual([1, 3]);
  const text = await stage.open.search?.readText({
    maxCharacters: 10_000,
    signal: new AbortController().signal,
  });
  expect(text).toContain('合同金额');
  searching.abort();
  stage.open.close();
  expect(stage.failures).toEqual([]);
  stage.end();
});

it('rejects bytes that are not a workbook', async () => {
  const broken = (await sampleXlsx()).slice(0, 900);
  await expect(show(viewer, counted(broken))).rejects.toMatchObject({ code: 'unreadable' });
});
