import { addStyle } from '../frame/add-style.viewer.ts';
import type { FrameOptions, FrameView } from '../frame/frame.types.ts';
import { createCellDetail } from './cell-detail.viewer.ts';
import { cellStyleSheet } from './cell-style-sheet.rules.ts';
import { type CellPosition, createGrid } from './grid.viewer.ts';
import { attachGridKeys } from './grid-keys.viewer.ts';
import type { GridTexts } from './grid-parts.viewer.ts';
import css from './sheet.css?inline';
import type { Workbook } from './sheet.types.ts';
import { createSheetSearch, type Match } from './sheet-search.viewer.ts';
import { createSheetTabs } from './sheet-tabs.viewer.ts';

export type WorkbookTexts = GridTexts &
  Readonly<Record<'sheets' | 'close' | 'detail' | 'comment' | 'link' | 'formula', string>> & {
    hidden(name: string): string;
  };

type WorkbookOptions = Pick<FrameOptions, 'start' | 'onPage'> & { readonly words: WorkbookTexts };

const gridId = 'sheet';

export type WorkbookView = FrameView & { readonly end: () => void };

/** Shows a workbook: its sheets as tabs, one at a time as a grid. */
export function showWorkbook(
  root: HTMLElement,
  workbook: Workbook,
  { start, onPage, words }: WorkbookOptions,
): WorkbookView {
  const { sheets, styles } = workbook;
  addStyle(css, cellStyleSheet(styles));
  const titles = sheets.map(({ name, isHidden }) => (isHidden ? words.hidden(name) : name));
  let current = 0;
  let matches: readonly Match[] = [];

  const showDetail = ({ row, column }: CellPosition) => {
    const sheet = sheets[current];
    const cells = sheet?.rows.get(row);
    const text = cells?.texts[cells.columns.indexOf(column)] ?? '';
    detail.show({ row, column, text, note: sheet?.notes.get(`${row},${column}`) });
  };
  const grid = createGrid({ styles, words, onOpen: showDetail });
  grid.cells.id = gridId;
  attachGridKeys(grid, showDetail);
  const detail = createCellDetail(words, () => grid.cells.focus({ preventScroll: true }));
  const mark = () => {
    const here = matches.filter(({ sheet }) => sheet === current);
    grid.mark(new Set(here.map(({ row, column }) => `${row},${column}`)));
  };
  const select = (index: number) => {
    current = Math.min(sheets.length - 1, Math.max(0, index));
    const sheet = sheets[current];
    if (!sheet) return;
    detail.close();
    grid.show(sheet);
    mark();
    tabs.select(current);
    onPage(current + 1, sheets.length);
  };
  const tabs = createSheetTabs(titles, { label: words.sheets, controls: gridId, onSelect: select });
  root.classList.add('book');
  root.removeAttribute('tabindex');
  root.replaceChildren(grid.element, detail.element, ...(sheets.length > 1 ? [tabs.element] : []));
  select(Math.floor(start) - 1);

  const search = createSheetSearch({
    sheets,
    activeCell: () => ({ sheet: current, ...grid.active() }),
    mark: (found) => {
      matches = found;
      mark();
    },
    goTo: ({ sheet, row, column }) => {
      if (sheet !== current) select(sheet);
      grid.goTo({ row, column });
    },
  });
  return {
    goTo: (page) => select(page - 1),
    zoom: grid.zoom.step,
    search,
    end: grid.end,
    outline: async () =>
      titles.map((title, index) => ({
        title,
        page: index + 1,
        goTo: () => select(index),
        items: [],
      })),
  };
}
