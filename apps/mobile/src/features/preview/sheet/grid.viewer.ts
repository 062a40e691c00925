import { attachZoom, type Zoom } from '../zoom.viewer.ts';
import { createFloating } from './grid-floating.viewer.ts';
import { type GridLayout, layOut } from './grid-layout.rules.ts';
import { createBelow, createHeadRow, createLines, type GridWords } from './grid-parts.viewer.ts';
import { cellId, createRow, pixels } from './grid-row.viewer.ts';
import { frozenThatFits, type Span, scrollFor, spanOf, under } from './grid-window.rules.ts';
import type { Look, Sheet } from './sheet.types.ts';

export type Place = { readonly row: number; readonly column: number };

export type GridOptions = {
  readonly looks: readonly Look[];
  readonly words: GridWords;
  /** Called when a cell was tapped. */
  readonly onOpen: (place: Place) => void;
};

export type Grid = {
  readonly element: HTMLElement;
  /** The element that has the focus and receives the keys. */
  readonly cells: HTMLElement;
  readonly zoom: Zoom;
  show(sheet: Sheet): void;
  /** Marks the cells that a search found, by `row,column`. */
  mark(keys: ReadonlySet<string>): void;
  goTo(place: Place): void;
  active(): Place;
  layout(): GridLayout;
  readonly end: () => void;
};

/** Up to this number all columns are rendered, so that horizontal scrolling costs nothing. */
const fewColumns = 30;

/** A sheet as a grid, virtualised in both directions. */
export function createGrid({ looks, words, onOpen }: GridOptions): Grid {
  const { scroller, stage, paper, body, over, below } = createElements();
  let layout: GridLayout;
  let frozen = { rows: 0, columns: 0 };
  let marked: ReadonlySet<string> = new Set();
  let active: Place = { row: 0, column: 0 };
  let drawn = '';
  let asked = 0;

  const seen = () => {
    const scale = zoom.scale();
    return {
      rows: { from: scroller.scrollTop / scale, room: scroller.clientHeight / scale - layout.headHeight },
      columns: {
        // In right-to-left sheets `scrollLeft` is negative.
        from: Math.abs(scroller.scrollLeft) / scale,
        room: scroller.clientWidth / scale - layout.headWidth,
      },
    };
  };
  const rowAt = (row: number, columns: Span) => {
    const element = createRow(row, columns, { layout, looks, frozenColumns: frozen.columns, marked });
    element.classList.toggle('fast', row < frozen.rows);
    element.style.top = pixels(layout.headHeight + layout.rows.offset(row));
    return element;
  };
  const point = () => {
    paper.querySelector('.active')?.classList.remove('active');
    const id = cellId(active.row, active.column);
    paper.querySelector(`#${id}`)?.classList.add('active');
    paper.setAttribute('aria-activedescendant', id);
  };
  const clear = (columns: Span) => {
    body.replaceChildren();
    paper.replaceChildren(
      createHeadRow(layout, columns, frozen.columns),
      createLines(layout, { first: 0, last: columns.last }),
      ...Array.from({ length: frozen.rows }, (_, row) => rowAt(row, columns)),
      body,
    );
  };
  const draw = () => {
    const { rows: seenRows, columns: seenColumns } = seen();
    const rows = spanOf(layout.rows, seenRows, frozen.rows);
    const columns =
      layout.columns.count <= fewColumns
        ? { first: frozen.columns, last: layout.columns.count - 1 }
        : spanOf(layout.columns, seenColumns, frozen.columns);
    const wanted = `${columns.first} ${columns.last}`;
    if (wanted !== drawn) {
      drawn = wanted;
      clear(columns);
    }
    const numbers = [...layout.merges.reaching(rows.first)].filter((row) => row >= frozen.rows);
    for (let row = rows.first; row <= rows.last; row += 1) if (layout.rows.size(row) > 0) numbers.push(row);
    keepRows(body, numbers, (row) => rowAt(row, columns));
    point();
  };
  const redraw = () => {
    const { rows, columns } = seen();
    frozen = {
      rows: frozenThatFits(layout.rows, layout.sheet.frozen.rows, rows.room),
      columns: frozenThatFits(layout.columns, layout.sheet.frozen.columns, columns.room),
    };
    drawn = '';
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
  const sizes = new ResizeObserver(redraw);
  scroller.addEventListener('scroll', () => {
    cancelAnimationFrame(asked);
    asked = requestAnimationFrame(draw);
  });
  scroller.addEventListener('click', ({ clientX, clientY }) => {
    const box = stage.getBoundingClientRect();
    const frame = scroller.getBoundingClientRect();
    if (clientY > box.bottom) return;
    const { rows, columns } = seen();
    const inX = layout.sheet.rightToLeft ? frame.right - clientX : clientX - frame.left;
    const x = inX / zoom.scale() - layout.headWidth;
    const y = (clientY - frame.top) / zoom.scale() - layout.headHeight;
    if (x < 0 || y < 0) return;
    const place = {
      row: under(layout.rows, y, rows, frozen.rows),
      column: under(layout.columns, x, columns, frozen.columns),
    };
    const merged = layout.merges.of(place.row, place.column);
    active = merged ? { row: merged.top, column: merged.left } : place;
    point();
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
      const { rows, columns } = seen();
      const left = scrollFor(layout.columns, active.column, columns, frozen.columns) * zoom.scale();
      scroller.scrollTo({
        top: scrollFor(layout.rows, active.row, rows, frozen.rows) * zoom.scale(),
        left: layout.sheet.rightToLeft ? -left : left,
        behavior: 'instant',
      });
      draw();
      point();
    },
    mark(keys) {
      marked = keys;
      drawn = '';
      draw();
    },
    show(sheet) {
      layout = layOut(sheet, { width: scroller.clientWidth, height: scroller.clientHeight });
      active = { row: 0, column: 0 };
      marked = new Set();
      scroller.dir = sheet.rightToLeft ? 'rtl' : 'ltr';
      scroller.classList.toggle('plain', !sheet.gridLines);
      paper.setAttribute('aria-label', sheet.name);
      paper.setAttribute('aria-rowcount', String(layout.rows.count + 1));
      paper.setAttribute('aria-colcount', String(layout.columns.count + 1));
      stage.style.width = pixels(layout.headWidth + layout.columns.total);
      stage.style.height = pixels(layout.headHeight + layout.rows.total);
      over.replaceChildren(...createFloating(layout, words));
      below.replaceChildren(...createBelow(sheet, words));
      scroller.scrollTo(0, 0);
      redraw();
      sizes.observe(scroller);
    },
    end() {
      cancelAnimationFrame(asked);
      sizes.disconnect();
      zoom.end();
    },
  };
}

function createElements() {
  const made = (className: string) => Object.assign(document.createElement('div'), { className });
  const scroller = made('grid');
  // Floating objects are not part of the grid for screen readers.
  const stage = made('stage');
  const paper = made('paper');
  const over = made('over');
  const below = made('below');
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
function keepRows(body: HTMLElement, numbers: readonly number[], create: (row: number) => HTMLElement) {
  const kept = new Map(
    Array.from(body.children, (child) => [Number((child as HTMLElement).dataset['row']), child]),
  );
  const wanted = new Set(numbers);
  for (const [row, element] of kept) if (!wanted.has(row)) element.remove();
  let next = body.firstElementChild;
  for (const row of numbers) {
    const element = kept.get(row) ?? create(row);
    if (element === next) next = next.nextElementSibling;
    else body.insertBefore(element, next);
  }
}
