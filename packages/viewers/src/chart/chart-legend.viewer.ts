import { createSvg } from '../drawingml/draw-nodes.viewer.ts';
import { type Chart, isRound, paletteColor } from './chart.rules.ts';
import { type Area, createText, gapPx, textSizePx, widthOf } from './chart-text.viewer.ts';

const maxLegendEntries = 40;
const lineHeightPx = textSizePx * 1.6;

type Entry = { readonly name: string; readonly color: string };

/** What the legend explains: the series, or the parts of a pie. */
function entriesOf({ plots }: Chart): readonly Entry[] {
  const entries = plots.flatMap((plot): readonly Entry[] => {
    const [first] = plot.series;
    if (!isRound(plot) || !first) return plot.series.map(({ name, color }) => ({ name, color }));
    return first.categories.map((name, at) => ({
      name,
      color: first.pointColors.get(at) ?? paletteColor(at),
    }));
  });
  return entries.slice(0, maxLegendEntries);
}

const entryWidth = ({ name }: Entry) => widthOf(name) + textSizePx + 2 * gapPx;

/** The entries of a legend above or below a chart, in rows with columns of the same width where one row has no room. */
function rowsOf(entries: readonly Entry[], width: number): readonly (readonly Entry[])[] {
  if (entries.reduce((sum, entry) => sum + entryWidth(entry), 0) <= width) return [entries];
  const columns = Math.max(1, Math.floor(width / Math.max(...entries.map(entryWidth))));
  return Array.from({ length: Math.ceil(entries.length / columns) }, (_, row) =>
    entries.slice(row * columns, (row + 1) * columns),
  );
}

function drawEntry(svg: Element, { name, color }: Entry, x: number, y: number): void {
  const size = textSizePx * 0.7;
  svg.append(
    createSvg('rect', { x, y: y - size, width: size, height: size, fill: color }),
    createText(name, x + textSizePx, y, { anchor: 'start' }),
  );
}

/** Draws the legend of a chart, and returns the area that it leaves. */
export function drawLegend(svg: Element, chart: Chart, area: Area): Area {
  const entries = entriesOf(chart);
  if (chart.legend === null || entries.length === 0) return area;
  const widest = Math.max(...entries.map(entryWidth));
  if (chart.legend === 't' || chart.legend === 'b') {
    const rows = rowsOf(entries, area.w);
    const height = rows.length * lineHeightPx;
    const top =
      chart.legend === 't'
        ? area.y + textSizePx
        : area.y + area.h - gapPx / 2 - (rows.length - 1) * lineHeightPx;
    for (const [at, row] of rows.entries()) {
      const widths = row.map((entry) => (rows.length === 1 ? entryWidth(entry) : widest));
      const used =
        rows.length === 1 ? widths.reduce((sum, width) => sum + width, 0) : (rows[0]?.length ?? 0) * widest;
      let x = area.x + Math.max(0, (area.w - used) / 2);
      for (const [index, entry] of row.entries()) {
        drawEntry(svg, entry, x, top + at * lineHeightPx);
        x += widths[index] ?? 0;
      }
    }
    return { ...area, y: chart.legend === 't' ? area.y + height : area.y, h: area.h - height };
  }
  const width = Math.min(area.w / 2, widest);
  const x = chart.legend === 'r' ? area.x + area.w - width + gapPx : area.x;
  const top = area.y + (area.h - entries.length * lineHeightPx) / 2 + lineHeightPx * 0.7;
  for (const [at, entry] of entries.entries()) drawEntry(svg, entry, x, top + at * lineHeightPx);
  return { ...area, x: chart.legend === 'r' ? area.x : area.x + width, w: area.w - width };
}
