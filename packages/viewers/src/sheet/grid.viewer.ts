import { attachZoom, type Zoom } from '../viewer/zoom.viewer.ts';
import { createFloating } from './grid-floating.viewer.ts';
import { type GridLayout, layOut } from './grid-layout.rules.ts';
import { createBelow, createHeadRow, createLines, type GridTexts } from './grid-parts.viewer.ts';
import { cellId, createRow, scaledPixels } from './grid-row.viewer.ts';
import {
  fittingFrozenCount,
  indexAtDistance,
  type Span,
  scrollOffsetFor,
  spanOf,
} from './grid-window.rules.ts';
import type { CellStyle, Sheet } from './sheet.types.ts';

export type CellPosition = { readonly row: number; readonly column: number };

export type GridOptions = {
  readonly styles: readonly CellStyle[];
  readonly words: GridTexts;
  /** Called when a cell was tapped. */
  readonly onOpen: (position: CellPosition) => void;
};

export type Grid = {
  readonly element: HTMLElement;
  /** The element that has the focus and receives the keys. */
  readonly cells: HTMLElement;
  readonly zoom: Zoom;
  show(sheet: Sheet): void;
  /** Marks the cells that a search found, by `row,column`. */
  mark(keys: ReadonlySet<string>): void;
  goTo(position: CellPosition): void;
  active(): CellPosition;
  layout(): GridLayout;
  readonly end: () => void;
};

/** Up to this number all columns are rendered, so that horizontal scrolling costs nothing. */
const maxUnvirtualizedColumns = 30;

/** A sheet as a grid, virtualised in both directions. */
export function createGrid({ styles, words, onOpen }: GridOptions): Grid {
  const { scroller, stage, paper, body, over, below } = createElements();
  let layout: GridLayout;
  let frozen = { rows: 0, columns: 0 };
  let markedKeys: ReadonlySet<string> = new Set();
  let active: CellPosition = { row: 0, column: 0 };
  let drawnColumns = '';
  let drawRequest = 0;

  const visibleRanges = () => {
    const scale = zoom.scale();
    return {
      rows: { from: scroller.scrollTop / scale, length: scroller.clientHeight / scale - layout.headHeight },
      columns: {
        // In right-to-left sheets `scrollLeft` is negative.
        from: Math.abs(scroller.scrollLeft) / scale,
        length: scroller.clientWidth / scale - layout.headWidth,
      },
    };
  };
  const createRowAt = (row: number, columns: Span) => {
    const element = createRow(row, columns, { layout, styles, frozenColumns: frozen.columns, markedKeys });
    element.classList.toggle('fast', row < frozen.rows);
    element.style.top = scaledPixels(layout.headHeight + layout.rows.offset(row));
    return element;
  };
  const markActive = () => {
    paper.querySelector('.active')?.classList.remove('active');
    const id = cellId(active.row, active.column);
    paper.querySelector(`#${id}`)?.classList.add('active');
    paper.setAttribute('aria-activedescendant', id);
  };
  const resetRows = (columns: Span) => {
    body.replaceChildren();
    paper.replaceChildren(
      createHeadRow(layout, columns, frozen.columns),
      createLines(layout, { first: 0, last: columns.last }),
      ...Array.from({ length: frozen.rows }, (_, row) => createRowAt(row, columns)),
      body,
    );
  };
  const draw = () => {
    const { rows: seenRows, columns: seenColumns } = visibleRanges();
    const rows = spanOf(layout.rows, seenRows, frozen.rows);
    const columns =
      layout.columns.count <= maxUnvirtualizedColumns
        ? { first: frozen.columns, last: layout.columns.count - 1 }
        : spanOf(layout.columns, seenColumns, frozen.columns);
    const wanted = `${columns.first} ${columns.last}`;
    if (wanted !== drawnColumns) {
      drawnColumns = wanted;
      resetRows(columns);
    }
    const rowNumbers = [...layout.merges.rowsExtendingTo(rows.first)].filter((row) => row >= frozen.rows);
    for (let row = rows.first; row <= rows.last; row += 1)
      if (layout.rows.size(row) > 0) rowNumbers.push(row);
    updateRows(body, rowNumbers, (row) => createRowAt(row, columns));
    markActive();
  };
  const redraw = () => {
    const { rows, columns } = visibleRanges();
    frozen = {
      rows: fittingFrozenCount(layout.rows, layout.sheet.frozen.rows, rows.length),
      columns: fittingFrozenCount(layout.columns, layout.sheet.frozen.columns, columns.length),
    };
    drawnColumns = '';
    draw();
  };

  const zoom = attachZoom({
    scroller,
    range: () => ({ min: 0.4, max: 4 }),
    layout: (scale) => {
      scroller.style.setProperty('--scale', String(scale));
      redraw();
    },
    sharpen: () => undefined,
  });
  const resizeObserver = new ResizeObserver(redraw);
  scroller.addEventListener('scroll', () => {
    cancelAnimationFrame(drawRequest);
    drawRequest = requestAnimationFrame(draw);
  });
  scroller.addEventListener('click', ({ clientX, clientY }) => {
    const box = stage.getBoundingClientRect();
    const frame = scroller.getBoundingClientRect();
    if (clientY > box.bottom) return;
    const { rows, columns } = visibleRanges();
    const distanceX = layout.sheet.rightToLeft ? frame.right - clientX : clientX - frame.left;
    const x = distanceX / zoom.scale() - layout.headWidth;
    const y = (clientY - frame.top) / zoom.scale() - layout.headHeight;
    if (x < 0 || y < 0) return;
    const position = {
      row: indexAtDistance(layout.rows, y, rows, frozen.rows),
      column: indexAtDistance(layout.columns, x, columns, frozen.columns),
    };
    const merged = layout.merges.areaAt(position.row, position.column);
    active = merged ? { row: merged.top, column: merged.left } : position;
    markActive();
    onOpen(active);
  });

  return {
    element: scroller,
    cells: paper,
    zoom,
    active: () => active,
    layout: () => layout,
    goTo({ row, column }) {
      active = {
        row: Math.min(layout.rows.count - 1, Math.max(0, row)),
        column: Math.min(layout.columns.count - 1, Math.max(0, column)),
      };
      const { rows, columns } = visibleRanges();
      const left = scrollOffsetFor(layout.columns, active.column, columns, frozen.columns) * zoom.scale();
      scroller.scrollTo({
        top: scrollOffsetFor(layout.rows, active.row, rows, frozen.rows) * zoom.scale(),
        left: layout.sheet.rightToLeft ? -left : left,
        behavior: 'instant',
      });
      draw();
      markActive();
    },
    mark(keys) {
      markedKeys = keys;
      drawnColumns = '';
      draw();
    },
    show(sheet) {
      layout = layOut(sheet, { width: scroller.clientWidth, height: scroller.clientHeight });
      active = { row: 0, column: 0 };
      markedKeys = new Set();
      scroller.dir = sheet.rightToLeft ? 'rtl' : 'ltr';
      scroller.classList.toggle('plain', !sheet.gridLines);
      paper.setAttribute('aria-label', sheet.name);
      paper.setAttribute('aria-rowcount', String(layout.rows.count + 1));
      paper.setAttribute('aria-colcount', String(layout.columns.count + 1));
      stage.style.width = scaledPixels(layout.headWidth + layout.columns.total);
      stage.style.height = scaledPixels(layout.headHeight + layout.rows.total);
      over.replaceChildren(...createFloating(layout, words));
      below.replaceChildren(...createBelow(sheet, words));
      scroller.scrollTo(0, 0);
      redraw();
      resizeObserver.observe(scroller);
    },
    end() {
      cancelAnimationFrame(drawRequest);
      resizeObserver.disconnect();
      zoom.detach();
    },
  };
}

function createElements() {
  const createDiv = (className: string) => Object.assign(document.createElement('div'), { className });
  const scroller = createDiv('grid');
  // Floating objects are not part of the grid for screen readers.
  const stage = createDiv('stage');
  const paper = createDiv('paper');
  const over = createDiv('over');
  const below = createDiv('below');
  paper.tabIndex = 0;
  paper.setAttribute('role', 'grid');
  paper.setAttribute('aria-readonly', 'true');
  const body = document.createElement('div');
  body.setAttribute('role', 'rowgroup');
  stage.append(paper, over);
  scroller.append(stage, below);
  return { scroller, stage, paper, body, over, below };
}

/** Reuses the rendered rows, so that scrolling creates only the rows that come into view. */
function updateRows(body: HTMLElement, rowNumbers: readonly number[], create: (row: number) => HTMLElement) {
  const rendered = new Map(
    Array.from(body.children, (child) => [Number((child as HTMLElement).dataset['row']), child]),
  );
  const wanted = new Set(rowNumbers);
  for (const [row, element] of rendered) if (!wanted.has(row)) element.remove();
  let next = body.firstElementChild;
  for (const row of rowNumbers) {
    const element = rendered.get(row) ?? create(row);
    if (element === next) next = next.nextElementSibling;
    else body.insertBefore(element, next);
  }
}
