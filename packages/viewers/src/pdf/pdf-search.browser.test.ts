import { describe, expect, it } from 'vitest';
import { richPdf } from '../../testing/rich-pdf.ts';
import { counted, show } from '../../testing/stage.ts';
import type { SearchProgress } from '../viewer/viewer.types.ts';
import { pdfViewer } from './pdf.viewer.ts';

const contract = (pages: number) =>
  richPdf({
    pages: Array.from({ length: pages }, (_, index) => ({
      lines: [`第${index + 1}页`, index % 10 === 4 ? '违约金按日计算，违约金不超过总价' : '一般条款'],
    })),
  });

async function searching(bytes: Uint8Array<ArrayBuffer>) {
  const stage = await show(pdfViewer, counted(bytes));
  const looking = new AbortController();
  const progress: SearchProgress[] = [];
  const find = (words: string) =>
    stage.open.search?.find({ words, onFound: (found) => progress.push(found), signal: looking.signal });
  const currentMark = () => stage.container.querySelector<HTMLElement>('[class*=mark][data-current]');
  return { stage, progress, find, looking, currentMark };
}

const isInSight = (mark: HTMLElement | null, container: HTMLElement) => {
  if (mark === null) return false;
  const [part, whole] = [mark.getBoundingClientRect(), container.getBoundingClientRect()];
  return part.width > 10 && part.top >= whole.top && part.bottom <= whole.bottom;
};

describe('PDF search', () => {
  it('counts the matches of all pages, shows the first match, and cycles through the matches', async () => {
    const { stage, progress, find, currentMark } = await searching(contract(30));
    await find('违约金');
    expect(progress.at(-1)).toEqual({ count: 6, current: 1, searched: 1 });
    await expect.poll(() => isInSight(currentMark(), stage.container)).toBe(true);
    await expect.poll(() => stage.pages.at(-1)?.[0]).toBe(5);

    stage.open.search?.step('next');
    expect(progress.at(-1)?.current).toBe(2);
    stage.open.search?.step('next');
    expect(progress.at(-1)?.current).toBe(3);
    await expect.poll(() => stage.pages.at(-1)?.[0]).toBe(15);
    await expect.poll(() => isInSight(currentMark(), stage.container)).toBe(true);

    for (let step = 0; step < 3; step += 1) stage.open.search?.step('previous');
    expect(progress.at(-1)?.current).toBe(6);
    await expect.poll(() => stage.pages.at(-1)?.[0]).toBe(25);
    stage.open.close();
    stage.end();
  });

  it('reports its progress, starts at the visible page, and removes its highlights at the end', async () => {
    const { stage, progress, find, looking } = await searching(contract(60));
    stage.open.goTo?.(50);
    await expect.poll(() => stage.pages.at(-1)?.[0]).toBe(50);
    await find('违约金');
    const first = progress.find(({ count }) => count > 0);
    expect(first?.searched).toBeLessThan(0.2);
    expect(progress.at(-1)).toMatchObject({ count: 12, searched: 1 });
    await expect.poll(() => stage.pages.at(-1)?.[0]).toBe(55);
    await expect.poll(() => stage.container.querySelectorAll('[class*=mark_]').length).toBeGreaterThan(0);
    looking.abort();
    expect(stage.container.querySelectorAll('[class*=mark_]').length).toBe(0);
    stage.open.close();
    stage.end();
  });

  it('highlights a match across a line break, and reports that there is no match', async () => {
    const { stage, progress, find, currentMark } = await searching(
      richPdf({ pages: [{ lines: ['本合同自签字盖', '章之日起生效'] }] }),
    );
    await find('盖章');
    expect(progress.at(-1)).toEqual({ count: 1, current: 1, searched: 1 });
    await expect.poll(() => stage.container.querySelectorAll('[data-current]').length).toBe(2);
    expect(currentMark()).not.toBeNull();
    await find('仲裁');
    expect(progress.at(-1)).toEqual({ count: 0, current: 0, searched: 1 });
    stage.open.close();
    stage.end();
  });

  it('stops on abort', async () => {
    const { stage, progress, find, looking } = await searching(contract(200));
    const ended = find('违约金');
    await expect.poll(() => progress.length).toBeGreaterThan(0);
    looking.abort();
    await ended;
    expect(progress.at(-1)?.searched).toBeLessThan(1);
    stage.open.close();
    stage.end();
  });
});
