import type { Page } from 'playwright';
import { maxColumns, maxRows, normalizeText, type SheetContent } from './fidelity-sheet.ts';

/** A large window, because a sheet renders only its visible part. */
const largeWindow = { width: 1200, height: 2000 } as const;

type ShownSheet = {
  readonly cells: readonly (readonly [string, string])[];
  readonly charts: readonly string[];
};

/** The cells and the charts of the sheet that the light viewer shows, from its first row to the last one that is compared. */
export async function shownSheet(page: Page): Promise<SheetContent> {
  const frame = page.frames().find((candidate) => candidate.url().includes('viewer-frame-sheet'));
  if (!frame) return { cells: new Map(), charts: [] };
  await page.setViewportSize(largeWindow);
  const { cells, charts } = await frame.evaluate(
    async ({ rows, columns }): Promise<ShownSheet> => {
      const scroller = document.querySelector('.grid');
      if (!scroller) return { cells: [], charts: [] };
      const texts = new Map<string, string>();
      const painted = () =>
        new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      /** @returns whether all cells that are drawn lie beyond the compared ones. */
      const collect = () => {
        let isBeyond = true;
        for (const cell of document.querySelectorAll('[role=gridcell]')) {
          const [, row = 0, column = 0] = cell.id.split('-').map(Number);
          const text = cell.querySelector(':scope > span:not(.spoken)')?.textContent ?? '';
          if (row >= rows || column >= columns) continue;
          isBeyond = false;
          if (text !== '') texts.set(`${row},${column}`, text);
        }
        return isBeyond;
      };
      for (let isWide = true; isWide; ) {
        for (let isHigh = true; isHigh; ) {
          await painted();
          const before = scroller.scrollTop;
          const isBeyond = collect();
          scroller.scrollTop += Math.max(40, scroller.clientHeight * 0.8);
          isHigh = !isBeyond && scroller.scrollTop > before;
        }
        scroller.scrollTop = 0;
        const before = scroller.scrollLeft;
        const onward = getComputedStyle(scroller).direction === 'rtl' ? -1 : 1;
        scroller.scrollLeft += onward * Math.max(40, scroller.clientWidth * 0.8);
        isWide = scroller.scrollLeft !== before;
      }
      const drawings = [...document.querySelectorAll('.floating svg')];
      return {
        cells: [...texts],
        charts: drawings.map((svg) =>
          [...svg.querySelectorAll('text')].map((text) => text.textContent).join(' '),
        ),
      };
    },
    { rows: maxRows, columns: maxColumns },
  );
  return {
    cells: new Map(cells.map(([place, text]) => [place, normalizeText(text)])),
    charts: charts.map((text) => normalizeText(text).split(' ').filter(Boolean)),
  };
}
