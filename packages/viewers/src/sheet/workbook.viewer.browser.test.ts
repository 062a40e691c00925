import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { sheet as words } from '../texts/zh/sheet.ts';
import type { SearchProgress } from '../viewer/viewer.types.ts';
import type { Sheet, Workbook } from './sheet.types.ts';
import { showWorkbook } from './workbook.viewer.ts';
import { workbookOfRows } from './workbook-of-rows.rules.ts';

const lines = (count: number, columns = 6) =>
  Array.from({ length: count }, (_, row) =>
    Array.from({ length: columns }, (__, column) => `r${row + 1}c${column + 1}`),
  );

function shown(book: Workbook, start = 1) {
  const root = document.createElement('main');
  document.body.replaceChildren(root);
  const pages: [number, number][] = [];
  const view = showWorkbook(root, book, { words, start, onPage: (page, count) => pages.push([page, count]) });
  const grid = root.querySelector<HTMLElement>('.grid') ?? root;
  const cells = root.querySelector<HTMLElement>('[role=grid]') ?? root;
  const cell = (row: number, column: number) => root.querySelector<HTMLElement>(`#cell-${row}-${column}`);
  const active = () => cells.getAttribute('aria-activedescendant');
  return { root, view, grid, cells, cell, active, pages };
}

const with1 = (rows: string[][], more: Partial<Sheet> = {}): Workbook => {
  const { sheets, styles } = workbookOfRows('表一', rows);
  return { styles, sheets: [{ ...sheets[0]!, ...more }, workbookOfRows('表二', [['别的表']]).sheets[0]!] };
};

it('renders only the rows near the viewport of a sheet with 100,000 rows', async () => {
  const { grid, cells, cell } = shown(with1(lines(100_000)));
  expect(cells.getAttribute('aria-rowcount')).toBe('100001');
  expect(cell(0, 0)?.textContent).toBe('r1c1');
  expect(grid.querySelectorAll('[role=row]').length).toBeLessThan(150);
  grid.scrollTop = grid.scrollHeight;
  await expect.poll(() => cell(99_999, 5)?.textContent).toBe('r100000c6');
  expect(cell(0, 0)).toBeNull();
  expect(grid.querySelectorAll('[role=row]').length).toBeLessThan(150);
});

it('renders only the columns near the viewport of a wide sheet', async () => {
  const { grid, cell } = shown(with1(lines(3, 400)));
  expect(cell(0, 399)).toBeNull();
  grid.scrollLeft = grid.scrollWidth;
  await expect.poll(() => cell(0, 399)?.textContent).toBe('r1c400');
  expect(cell(0, 0)).toBeNull();
});

it('keeps the frozen rows and columns and the headings visible', async () => {
  const { grid, cell } = shown(with1(lines(500, 40), { frozen: { rows: 1, columns: 1 } }));
  grid.scrollTo(800, 4000);
  await expect.poll(() => cell(200, 12)).not.toBeNull();
  const box = grid.getBoundingClientRect();
  const corner = cell(0, 0)?.getBoundingClientRect();
  expect(corner?.top).toBeLessThan(box.top + 60);
  expect(corner?.left).toBeLessThan(box.left + 90);
  const heading = grid.querySelector('[role=columnheader]')?.getBoundingClientRect();
  expect(heading?.top).toBeCloseTo(box.top, 0);
});

it('moves by keys across merged cells, and shows the full content of a cell', async () => {
  const merged = { top: 1, left: 0, bottom: 2, right: 1 };
  const comment = new Map([['3,0', { comment: '请核对', link: 'https://example.invalid/' }]]);
  const { root, cells, active } = shown(with1(lines(60), { merges: [merged], notes: comment }));
  cells.focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(active()).toBe('cell-3-0');
  await userEvent.keyboard('{Enter}');
  const detail = root.querySelector('section');
  expect(detail?.textContent).toContain('r4c1');
  expect(detail?.textContent).toContain('请核对');
  expect(detail?.textContent).toContain('https://example.invalid/');
  expect(root.querySelector('a')).toBeNull();
  await userEvent.keyboard('{Control>}{End}{/Control}');
  expect(active()).toBe('cell-59-5');
});

it('selects the tapped cell, scrolled or not', async () => {
  const { root, grid, cell } = shown(with1(lines(300)));
  grid.scrollTop = 3000;
  await expect.poll(() => cell(130, 1)).not.toBeNull();
  const target = cell(130, 1);
  target?.dispatchEvent(
    new MouseEvent('click', {
      bubbles: true,
      clientX: (target?.getBoundingClientRect().left ?? 0) + 5,
      clientY: (target?.getBoundingClientRect().top ?? 0) + 5,
    }),
  );
  expect(root.querySelector('section')?.textContent).toContain('r131c2');
});

it('shows a tab for every sheet, for keys and for the pages of the preview', async () => {
  const { root, view, cells, pages } = shown(with1(lines(2)), 2);
  expect(pages.at(-1)).toEqual([2, 2]);
  const tabs = root.querySelectorAll<HTMLElement>('[role=tab]');
  expect(tabs[1]?.getAttribute('aria-selected')).toBe('true');
  tabs[1]?.focus();
  await userEvent.keyboard('{ArrowLeft}');
  expect(cells.getAttribute('aria-label')).toBe('表一');
  view.goTo?.(2);
  expect(pages.at(-1)).toEqual([2, 2]);
  const [first] = (await view.outline?.()) ?? [];
  expect(first).toMatchObject({ title: '表一', page: 1 });
  first?.goTo();
  expect(pages.at(-1)).toEqual([1, 2]);
});

it('finds words in all sheets and cycles through the matches', async () => {
  const { view, active, pages, cell } = shown(with1([...lines(5000), ['别的']]));
  const found: SearchProgress[] = [];
  const searching = new AbortController();
  await view.search?.find({ words: '别的', onFound: (one) => found.push(one), signal: searching.signal });
  expect(found.at(-1)).toEqual({ count: 2, current: 1, searched: 1 });
  expect(active()).toBe('cell-5000-0');
  expect(cell(5000, 0)?.classList.contains('found')).toBe(true);
  view.search?.step('next');
  expect(pages.at(-1)).toEqual([2, 2]);
  expect(active()).toBe('cell-0-0');
  view.search?.step('next');
  expect(active()).toBe('cell-5000-0');
  searching.abort();
  expect(cell(5000, 0)?.classList.contains('found')).toBe(false);
});

it('reports that a sheet is empty', () => {
  const { root } = shown({ sheets: workbookOfRows('空', []).sheets, styles: [] });
  expect(root.textContent).toContain(words.empty);
});

it('marks a hidden sheet as hidden', () => {
  const [first] = workbookOfRows('明细', [['金额']]).sheets;
  const book = { styles: [], sheets: [first!, { ...first!, name: '底稿', isHidden: true }] };
  const { root } = shown(book);
  expect(Array.from(root.querySelectorAll('[role=tab]'), ({ textContent }) => textContent)).toEqual([
    '明细',
    '底稿（已隐藏）',
  ]);
});
