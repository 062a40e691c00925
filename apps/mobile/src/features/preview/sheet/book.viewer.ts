import { addStyle } from '../frame/add-style.viewer.ts';
import type { FrameOptions, FrameView } from '../frame/frame.types.ts';
import { createDetail } from './cell-detail.viewer.ts';
import { createGrid, type Place } from './grid.viewer.ts';
import { attachGridKeys } from './grid-keys.viewer.ts';
import type { GridWords } from './grid-parts.viewer.ts';
import { lookStyles } from './look-styles.rules.ts';
import css from './sheet.css?inline';
import type { Book } from './sheet.types.ts';
import { createSearch, type Match } from './sheet-search.viewer.ts';
import { createTabs } from './sheet-tabs.viewer.ts';

export type BookWords = GridWords &
  Readonly<Record<'sheets' | 'close' | 'detail' | 'comment' | 'link' | 'formula', string>> & {
    hidden(name: string): string;
  };

type BookOptions = Pick<FrameOptions, 'start' | 'onPage'> & { readonly words: BookWords };

const gridId = 'sheet';

export type BookView = FrameView & { readonly end: () => void };

/** Shows a workbook: its sheets as tabs, one at a time as a grid. */
export function showBook(root: HTMLElement, book: Book, { start, onPage, words }: BookOptions): BookView {
  const { sheets, looks } = book;
  addStyle(css, lookStyles(looks));
  const titles = sheets.map(({ name, isHidden }) => (isHidden ? words.hidden(name) : name));
  let current = 0;
  let matches: readonly Match[] = [];

  const open = ({ row, column }: Place) => {
    const sheet = sheets[current];
    const cells = sheet?.rows.get(row);
    const text = cells?.texts[cells.columns.indexOf(column)] ?? '';
    detail.show({ row, column, text, note: sheet?.notes.get(`${row},${column}`) });
  };
  const grid = createGrid({ looks, words, onOpen: open });
  grid.cells.id = gridId;
  attachGridKeys(grid, open);
  const detail = createDetail(words, () => grid.cells.focus({ preventScroll: true }));
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
  const tabs = createTabs(titles, { label: words.sheets, controls: gridId, onSelect: select });
  root.classList.add('book');
  root.removeAttribute('tabindex');
  root.replaceChildren(grid.element, detail.element, ...(sheets.length > 1 ? [tabs.element] : []));
  select(Math.floor(start) - 1);

  const search = createSearch({
    sheets,
    here: () => ({ sheet: current, ...grid.active() }),
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
