import { createSvg } from '../drawingml/draw-nodes.viewer.ts';
import type { Box } from '../drawingml/drawing.types.ts';
import { type Chart, isRound, type Plot, paletteColor, readChart, type Series } from './chart.rules.ts';
import { drawLegend } from './chart-legend.viewer.ts';
import { niceScale, type Scale, stackOf, ticksOf, tickText } from './chart-scale.rules.ts';
import { type Area, createText, gapPx, textSizePx, widthOf } from './chart-text.viewer.ts';

const titleSizePx = 18;
const axisColor = '#868686';
const gridColor = '#d9d9d9';

const polar = (x: number, y: number, radius: number, angle: number) =>
  `${x + radius * Math.sin(angle)} ${y - radius * Math.cos(angle)}`;

function drawPie(svg: Element, { series, kind, hasLabels }: Plot, { x, y, w, h }: Area): void {
  const [first] = series;
  if (!first) return;
  const total = first.values.reduce<number>((sum, value) => sum + Math.max(0, value ?? 0), 0) || 1;
  const [cx, cy, radius] = [x + w / 2, y + h / 2, (Math.min(w, h) / 2) * 0.9];
  const inner = kind === 'doughnut' ? radius / 2 : 0;
  let start = 0;
  for (const [at, value] of first.values.entries()) {
    // A whole circle would end where it starts.
    const angle = Math.min(2 * Math.PI - 1e-4, (Math.max(0, value ?? 0) / total) * 2 * Math.PI);
    const end = start + angle;
    const large = angle > Math.PI ? 1 : 0;
    const path = [
      `M${polar(cx, cy, inner, start)}L${polar(cx, cy, radius, start)}`,
      `A${radius} ${radius} 0 ${large} 1 ${polar(cx, cy, radius, end)}L${polar(cx, cy, inner, end)}`,
      inner > 0 ? `A${inner} ${inner} 0 ${large} 0 ${polar(cx, cy, inner, start)}` : '',
    ];
    const color = first.pointColors.get(at) ?? paletteColor(at);
    svg.append(createSvg('path', { d: `${path.join('')}Z`, fill: color, stroke: '#ffffff', class: 'mark' }));
    if (hasLabels && value !== null) {
      const [lx = cx, ly = cy] = polar(cx, cy, radius * 0.7, (start + end) / 2)
        .split(' ')
        .map(Number);
      svg.append(createText(tickText(value), lx, ly + textSizePx / 3));
    }
    start = end;
  }
}

type Axes = {
  readonly area: Area;
  readonly scale: Scale;
  /** Whether values run to the right. */
  readonly isTurned: boolean;
  readonly count: number;
};

/** The place of a value on its axis. */
const along = ({ area, scale, isTurned }: Axes, value: number): number => {
  const share = (value - scale.min) / (scale.max - scale.min || 1);
  return isTurned ? area.x + share * area.w : area.y + area.h - share * area.h;
};

/** The middle of a category. */
const across = ({ area, isTurned, count }: Axes, at: number): number =>
  isTurned ? area.y + area.h - ((at + 0.5) / count) * area.h : area.x + ((at + 0.5) / count) * area.w;

function drawBars(svg: Element, plot: Plot, axes: Axes): void {
  const stacks = stackOf(plot);
  const slot = (axes.isTurned ? axes.area.h : axes.area.w) / Math.max(1, axes.count);
  const isStacked = plot.stacking !== 'none';
  const width = (slot * 0.6) / (isStacked ? 1 : Math.max(1, plot.series.length));
  const zero = Math.max(axes.scale.min, 0);
  for (const [index, series] of plot.series.entries())
    for (const [at, [from, to]] of (stacks[index] ?? []).entries()) {
      if (series.values[at] === null || series.values[at] === undefined) continue;
      const middle = across(axes, at);
      const shift = isStacked ? -width / 2 : (index - plot.series.length / 2) * width;
      const start = axes.isTurned && !isStacked ? middle - shift - width : middle + shift;
      const [a, b] = [along(axes, isStacked ? from : zero), along(axes, to)];
      const [low, length] = [Math.min(a, b), Math.abs(a - b)];
      const place = axes.isTurned
        ? { x: low, y: start, width: length, height: width }
        : { x: start, y: low, width, height: length };
      svg.append(
        createSvg('rect', { ...place, fill: series.pointColors.get(at) ?? series.color, class: 'mark' }),
      );
      if (plot.hasLabels) {
        const [x, y] = axes.isTurned
          ? [b + gapPx * 2, start + width / 2 + textSizePx / 3]
          : [start + width / 2, b - gapPx / 2];
        svg.append(createText(tickText(series.values[at] ?? 0), x, y));
      }
    }
}

/** The lines through the points of a series; a gap where a value is missing. */
function lineThrough(points: readonly (readonly [number, number] | null)[]): string {
  let isOpen = false;
  return points
    .map((point) => {
      const command = isOpen ? 'L' : 'M';
      isOpen = point !== null;
      return point ? `${command}${point[0]} ${point[1]}` : '';
    })
    .join('');
}

function drawLines(svg: Element, plot: Plot, axes: Axes): void {
  const stacks = stackOf(plot);
  for (const [index, series] of plot.series.entries()) {
    const ends = stacks[index] ?? [];
    const points = series.values.map((value, at): readonly [number, number] | null =>
      value === null ? null : [across(axes, at), along(axes, ends[at]?.[1] ?? value)],
    );
    if (plot.kind === 'area') {
      const base = ends.map(([from], at): readonly [number, number] => [
        across(axes, at),
        along(axes, Math.max(axes.scale.min, from)),
      ]);
      const outline = [...points.flatMap((point) => (point ? [point] : [])), ...base.toReversed()];
      svg.append(createSvg('path', { d: `${lineThrough(outline)}Z`, fill: series.color, class: 'mark' }));
    } else svg.append(createLine(points, series));
  }
}

const createLine = (points: readonly (readonly [number, number] | null)[], { color }: Series): SVGElement =>
  createSvg('path', {
    d: lineThrough(points),
    fill: 'none',
    stroke: color,
    'stroke-width': 2.5,
    class: 'mark',
  });

function drawScatter(svg: Element, plot: Plot, axes: Axes): void {
  const { area } = axes;
  const across = niceScale(
    plot.series.flatMap(({ positions }) => positions),
    false,
  );
  const xOf = (value: number) => area.x + ((value - across.min) / (across.max - across.min || 1)) * area.w;
  for (const tick of ticksOf(across))
    svg.append(createText(tickText(tick), xOf(tick), area.y + area.h + textSizePx * 1.4));
  for (const series of plot.series)
    for (const [at, value] of series.values.entries())
      if (value !== null)
        svg.append(
          createSvg('circle', {
            cx: xOf(series.positions[at] ?? 0),
            cy: along(axes, value),
            r: 3.5,
            fill: series.color,
            class: 'mark',
          }),
        );
}

function drawAxes(svg: Element, axes: Axes, categories: readonly string[]): void {
  const { area, scale, isTurned } = axes;
  const bottom = area.y + area.h;
  for (const tick of ticksOf(scale)) {
    const place = along(axes, tick);
    const [x1, y1, x2, y2] = isTurned
      ? [place, area.y, place, bottom]
      : [area.x, place, area.x + area.w, place];
    svg.append(createSvg('line', { x1, y1, x2, y2, stroke: gridColor }));
    svg.append(
      isTurned
        ? createText(tickText(tick), place, bottom + textSizePx * 1.4)
        : createText(tickText(tick), area.x - gapPx, place + textSizePx / 3, { anchor: 'end' }),
    );
  }
  const [x2, y2] = isTurned ? [area.x, area.y] : [area.x + area.w, bottom];
  svg.append(createSvg('line', { x1: area.x, y1: bottom, x2, y2, stroke: axisColor }));
  const room =
    (isTurned ? area.h / textSizePx : area.w / (Math.max(1, ...categories.map(widthOf)) + gapPx)) || 1;
  const every = Math.max(1, Math.ceil(categories.length / room));
  for (const [at, name] of categories.entries()) {
    if (at % every !== 0) continue;
    const place = across(axes, at);
    svg.append(
      isTurned
        ? createText(name, area.x - gapPx, place + textSizePx / 3, { anchor: 'end' })
        : createText(name, place, bottom + textSizePx * 1.4),
    );
  }
}

function drawPlots(svg: Element, { plots, axisTitles }: Chart, area: Area): void {
  const flat = plots.filter((plot) => !isRound(plot));
  const isTurned = flat.some(({ kind }) => kind === 'bar');
  const isScatter = flat.some(({ kind }) => kind === 'scatter');
  const values = flat.flatMap((plot) => stackOf(plot).flat(2));
  const own = flat.flatMap(({ series }) =>
    series.flatMap(({ values: each }) => each.flatMap((value) => value ?? [])),
  );
  const startsAtZero = flat.some(({ kind, stacking }) => stacking !== 'none' || /column|bar|area/.test(kind));
  const scale = niceScale(startsAtZero ? values : own, startsAtZero);
  const longest =
    flat
      .flatMap(({ series }) => series.map(({ categories }) => categories))
      .toSorted((a, b) => b.length - a.length)[0] ?? [];
  const labels = isTurned ? longest : ticksOf(scale).map(tickText);
  const left =
    Math.min(area.w / 2, Math.max(0, ...labels.map(widthOf)) + 2 * gapPx) +
    (axisTitles.value ? textSizePx * 1.5 : 0);
  const below = textSizePx * 2 + (axisTitles.category ? textSizePx * 1.5 : 0);
  const inner = {
    x: area.x + left,
    y: area.y + gapPx,
    w: Math.max(1, area.w - left - gapPx),
    h: Math.max(1, area.h - below - gapPx),
  };
  const axes = { area: inner, scale, isTurned, count: Math.max(1, longest.length) };
  drawAxes(svg, axes, isScatter ? [] : longest);
  if (axisTitles.category)
    svg.append(createText(axisTitles.category, inner.x + inner.w / 2, area.y + area.h - 2));
  const middle = inner.y + inner.h / 2;
  if (axisTitles.value) svg.append(createText(axisTitles.value, area.x + textSizePx, middle, { turn: -90 }));
  for (const plot of flat) {
    if (plot.kind === 'scatter') drawScatter(svg, plot, axes);
    else if (plot.kind === 'line' || plot.kind === 'area') drawLines(svg, plot, axes);
    else drawBars(svg, plot, axes);
  }
}

/** Draws the part of a chart as SVG of a size; null where it has nothing that is drawn. */
export function drawChart(
  part: Document,
  { w, h }: Box,
  themeColor: (name: string) => string | null,
): Element | null {
  const chart = readChart(part, themeColor);
  if (!chart || !(w > 0) || !(h > 0)) return null;
  const svg = createSvg('svg', {
    viewBox: `0 0 ${w} ${h}`,
    width: w,
    height: h,
    class: 'chart',
    'font-family': 'sans-serif',
  });
  svg.append(createSvg('rect', { width: w, height: h, fill: '#ffffff', stroke: gridColor }));
  let area: Area = { x: gapPx, y: gapPx, w: w - 2 * gapPx, h: h - 2 * gapPx };
  if (chart.title !== '') {
    svg.append(createText(chart.title, w / 2, area.y + titleSizePx, { size: titleSizePx }));
    area = { ...area, y: area.y + titleSizePx * 1.6, h: area.h - titleSizePx * 1.6 };
  }
  area = drawLegend(svg, chart, area);
  const round = chart.plots.find(isRound);
  if (round) drawPie(svg, round, area);
  else drawPlots(svg, chart, area);
  return svg;
}
