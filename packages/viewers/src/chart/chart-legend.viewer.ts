import { createSvg } from '../drawingml/draw-nodes.viewer.ts';
import type { Chart } from './chart.types.ts';
import { type LegendEntry, legendEntriesOf } from './chart-legend.rules.ts';
import type { TextStyle } from './chart-text.rules.ts';
import { type Area, createText, gapPx, lineHeightOf, linesOf, widthOf } from './chart-text.viewer.ts';

/** The sizes of a legend follow from those of its letters. */
const lineKeyHeight = 2.5;
const keySizeOf = ({ sizePx }: TextStyle) => sizePx * 0.5;
/** The key of a line is as wide as some letters. */
const keyWidthOf = (style: TextStyle, { key }: LegendEntry) =>
  key === 'line' ? style.sizePx * 1.8 : keySizeOf(style);
const keyGapOf = ({ sizePx }: TextStyle) => sizePx * 0.25;
const entryGapOf = ({ sizePx }: TextStyle) => sizePx * 0.6;

/** A legend beside a chart has at most this share of its width, and one above or below this share of its height. */
const maxShare = { beside: 0.4, above: 0.5 };

type Cell = { readonly entry: LegendEntry; readonly lines: readonly string[]; readonly width: number };

function cellOf(entry: LegendEntry, style: TextStyle, room: number): Cell {
  const fixed = keyWidthOf(style, entry) + keyGapOf(style) + entryGapOf(style);
  const lines = linesOf(entry.name, Math.max(style.sizePx, room - fixed), style);
  return { entry, lines, width: fixed + Math.max(0, ...lines.map((line) => widthOf(line, style))) };
}

/** The entries of a legend above or below a chart, in rows with columns of the same width where one row has no room. */
function rowsOf(cells: readonly Cell[], width: number): readonly (readonly Cell[])[] {
  if (cells.reduce((sum, cell) => sum + cell.width, 0) <= width) return [cells];
  const columns = Math.max(1, Math.floor(width / Math.max(...cells.map((cell) => cell.width))));
  return Array.from({ length: Math.ceil(cells.length / columns) }, (_, row) =>
    cells.slice(row * columns, (row + 1) * columns),
  );
}

const linesIn = (row: readonly Cell[]) => Math.max(1, ...row.map(({ lines }) => lines.length));

function createKey(entry: LegendEntry, x: number, middle: number, style: TextStyle): SVGElement {
  const [size, fill] = [keySizeOf(style), entry.color];
  if (entry.key === 'circle') return createSvg('circle', { cx: x + size / 2, cy: middle, r: size / 2, fill });
  const height = entry.key === 'line' ? lineKeyHeight : size;
  return createSvg('rect', { x, y: middle - height / 2, width: keyWidthOf(style, entry), height, fill });
}

/** Draws an entry below a height. */
function drawCell(svg: Element, { entry, lines }: Cell, x: number, top: number, style: TextStyle): void {
  const [width, height] = [keyWidthOf(style, entry), lineHeightOf(style)];
  svg.append(
    createKey(entry, x, top + height / 2, style),
    ...lines.map((line, at) =>
      createText(line, x + width + keyGapOf(style), top + (at + 0.5) * height, style, { anchor: 'start' }),
    ),
  );
}

function drawRows(svg: Element, cells: readonly Cell[], area: Area, isAbove: boolean, style: TextStyle) {
  const rows = rowsOf(cells, area.w);
  const line = lineHeightOf(style) * 1.1;
  const height = rows.reduce((sum, row) => sum + linesIn(row) * line, 0);
  const widest = Math.max(...cells.map((cell) => cell.width));
  let top = isAbove ? area.y : Math.max(area.y, area.y + area.h - height);
  for (const row of rows) {
    const widths = row.map((cell) => (rows.length === 1 ? cell.width : widest));
    const used =
      rows.length === 1 ? widths.reduce((sum, width) => sum + width, 0) : (rows[0]?.length ?? 0) * widest;
    let x = area.x + Math.max(0, (area.w - used + entryGapOf(style)) / 2);
    for (const [index, cell] of row.entries()) {
      drawCell(svg, cell, x, top, style);
      x += widths[index] ?? 0;
    }
    top += linesIn(row) * line;
  }
  const taken = Math.min(area.h * maxShare.above, height + 2 * gapPx);
  return { ...area, y: isAbove ? area.y + taken : area.y, h: area.h - taken };
}

function drawColumn(svg: Element, cells: readonly Cell[], area: Area, isRight: boolean, style: TextStyle) {
  const line = lineHeightOf(style) * 1.1;
  const height = cells.reduce((sum, cell) => sum + linesIn([cell]) * line, 0);
  const width = Math.max(...cells.map((cell) => cell.width));
  let top = area.y + Math.max(0, (area.h - height) / 2);
  for (const cell of cells) {
    drawCell(svg, cell, isRight ? area.x + area.w - width + entryGapOf(style) : area.x, top, style);
    top += linesIn([cell]) * line;
  }
  const taken = width + gapPx;
  return { ...area, x: isRight ? area.x : area.x + taken, w: area.w - taken };
}

type Size = { readonly w: number; readonly h: number };

/** Draws the legend of a chart, and returns the area that it leaves. */
export function drawLegend(svg: Element, chart: Chart, area: Area, { w, h }: Size = area): Area {
  const entries = legendEntriesOf(chart);
  const { legend } = chart;
  if (legend === null || entries.length === 0) return area;
  const { position, style } = legend;
  const isInRows = position === 't' || position === 'b';
  const room = isInRows ? area.w : area.w * maxShare.beside;
  const cells = entries.map((entry) => cellOf(entry, style, room));
  const { place } = legend;
  if (place) {
    const width = place.w === null ? w * (1 - place.x) : place.w * w;
    const box = { x: place.x * w, y: place.y * h, w: width, h: (place.h ?? 0) * h };
    drawRows(svg, cells, box, true, style);
  }
  // The plot keeps the room of a legend that was moved.
  const target = place ? createSvg('g') : svg;
  const left = isInRows
    ? drawRows(target, cells, area, position === 't', style)
    : drawColumn(target, cells, area, position === 'r', style);
  return legend.isOverPlot ? area : left;
}
