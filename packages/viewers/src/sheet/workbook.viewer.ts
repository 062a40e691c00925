import { addStyle } from '../frame/add-style.viewer.ts';
import type { FrameOptions, FrameView } from '../frame/frame.types.ts';
import { createCellDetail } from './cell-detail.viewer.ts';
import { type CellPosition, createGrid } from './grid.viewer.ts';
import { attachGridKeys } from './grid-keys.viewer.ts';
import type { GridTexts } from './grid-parts.viewer.ts';
import css from './sheet.css?inline';
import type { CellStyle, Workbook } from './sheet.types.ts';
import { createSheetSearch, type Match } from './sheet-search.viewer.ts';
import { createSheetTabs } from './sheet-tabs.viewer.ts';

const blocks = { top: 'flex-start', middle: 'center', bottom: 'flex-end' } as const;
const inlines = { left: 'flex-start', center: 'center', right: 'flex-end' } as const;

function declarations(style: CellStyle): string {
  const lines = [style.underline ? 'underline' : '', style.strike ? 'line-through' : ''].filter(Boolean);
  const [top, right, bottom, left] = style.borders;
  return [
    `justify-content:${inlines[style.align]};text-align:${style.align};align-items:${blocks[style.vertical]}`,
    style.wrap ? 'white-space:pre-wrap;overflow-wrap:anywhere' : '',
    style.indent > 0 ? `padding-inline-start:calc(${3 + style.indent * 9}px * var(--scale))` : '',
    style.bold ? 'font-weight:700' : '',
    style.italic ? 'font-style:italic' : '',
    lines.length > 0 ? `text-decoration:${lines.join(' ')}` : '',
    `font-size:calc(${((style.size * 4) / 3).toFixed(2)}px * var(--scale))`,
    style.color ? `color:${style.color}` : '',
    style.fill ? `background:${style.fill}` : '',
    top ? `border-top:${top}` : '',
    right ? `border-right:${right}` : '',
    bottom ? `border-bottom:${bottom}` : '',
    left ? `border-left:${left}` : '',
  ]
    .filter(Boolean)
    .join(';');
}

/** One CSS class for each cell style of a workbook. */
const cellStyleSheet = (styles: readonly CellStyle[]): string =>
  styles.map((style, at) => `.look-${at}{${declarations(style)}}`).join('\n');

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
