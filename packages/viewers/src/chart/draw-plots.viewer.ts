import { createSvg } from '../drawingml/draw-nodes.viewer.ts';
import type { Plot, Series } from './chart.types.ts';
import { across, acrossPosition, along, crossingOf, type Frame, slotOf } from './chart-frame.rules.ts';
import { labelTextOf } from './chart-labels.rules.ts';
import { stackOf } from './chart-scale.rules.ts';
import { createText, gapPx, lineHeightOf, widthOf } from './chart-text.viewer.ts';

const markerRadius = 3.5;
/** The largest bubble has this share of the smaller side of a plot. */
const bubbleShare = 0.25;

type Bar = { readonly series: Series; readonly at: number; readonly isStacked: boolean };
type Ends = { readonly start: number; readonly end: number; readonly middle: number };

/** Draws the label of a bar beyond its end, or where the file puts it. */
function drawBarLabel(
  svg: Element,
  { series, at, isStacked }: Bar,
  { start, end, middle }: Ends,
  isTurned: boolean,
) {
  const { style, position } = series.labels;
  const text = labelTextOf(series, at);
  if (text === '') return;
  const isOutside = position === 'outEnd' || (position === '' && !isStacked);
  const half = (isTurned ? widthOf(text, style) : lineHeightOf(style)) / 2 + gapPx / 4;
  const direction = Math.sign(end - start) || (isTurned ? 1 : -1);
  const place = isOutside
    ? end + direction * half
    : position === 'inEnd'
      ? end - direction * half
      : position === 'inBase'
        ? start + direction * half
        : (start + end) / 2;
  svg.append(isTurned ? createText(text, place, middle, style) : createText(text, middle, place, style));
}

function drawBars(svg: Element, plot: Plot, frame: Frame): void {
  const { isTurned } = frame;
  const stacks = stackOf(plot);
  const isStacked = plot.stacking !== 'none';
  const count = isStacked ? 1 : Math.max(1, plot.series.length);
  // A bar and its neighbour share the overlap, which is a gap where it is negative.
  const pitch = 1 - (isStacked ? 0 : plot.overlap);
  const width = slotOf(frame) / (1 + (count - 1) * pitch + plot.gap);
  const cluster = width * (1 + (count - 1) * pitch);
  const crossing = crossingOf(frame);
  // The first series of bars is below, as the first category is.
  const isUpward = isTurned !== frame.categoryAxis.isReversed;
  for (const [index, series] of plot.series.entries())
    for (const [at, [from, to]] of (stacks[index] ?? []).entries()) {
      if (series.values[at] === null || series.values[at] === undefined) continue;
      const order = isStacked ? 0 : isUpward ? count - 1 - index : index;
      const side = across(frame, at) - cluster / 2 + order * width * pitch;
      const [start, end] = [along(frame, isStacked ? from : crossing), along(frame, to)];
      const [low, length] = [Math.min(start, end), Math.abs(start - end)];
      const place = isTurned
        ? { x: low, y: side, width: length, height: width }
        : { x: side, y: low, width, height: length };
      const fill = series.pointColors.get(at) ?? series.color;
      svg.append(createSvg('rect', { ...place, fill, class: 'mark' }));
      drawBarLabel(svg, { series, at, isStacked }, { start, end, middle: side + width / 2 }, isTurned);
    }
}

type Point = readonly [number, number];

/** The lines through the points of a series; a gap where a value is missing. */
function lineThrough(points: readonly (Point | null)[]): string {
  let isOpen = false;
  return points
    .map((point) => {
      const command = isOpen ? 'L' : 'M';
      isOpen = point !== null;
      return point ? `${command}${point[0]} ${point[1]}` : '';
    })
    .join('');
}

/** A curve through the points of a series, which leaves each point in the direction of its neighbours. */
function curveThrough(points: readonly (Point | null)[]): string {
  const shown = points.flatMap((point) => (point ? [point] : []));
  return shown
    .map(([x, y], at) => {
      const before = shown[at - 1];
      if (!before) return `M${x} ${y}`;
      const [ax, ay] = shown[at - 2] ?? before;
      const [bx, by] = shown[at + 1] ?? [x, y];
      const first = `${before[0] + (x - ax) / 6} ${before[1] + (y - ay) / 6}`;
      const second = `${x - (bx - before[0]) / 6} ${y - (by - before[1]) / 6}`;
      return `C${first} ${second} ${x} ${y}`;
    })
    .join('');
}

/** Draws the line, markers and labels of the points of a series. */
function drawPoints(svg: Element, points: readonly (Point | null)[], series: Series): void {
  const { color, lineWidth, hasMarkers, labels } = series;
  if (lineWidth !== null)
    svg.append(
      createSvg('path', {
        d: series.isSmooth ? curveThrough(points) : lineThrough(points),
        fill: 'none',
        stroke: color,
        'stroke-width': lineWidth,
        'stroke-linejoin': 'round',
        class: 'mark',
      }),
    );
  for (const [at, point] of points.entries()) {
    if (!point) continue;
    const [cx, cy] = point;
    const fill = series.pointColors.get(at) ?? color;
    if (hasMarkers) svg.append(createSvg('circle', { cx, cy, r: markerRadius, fill, class: 'mark' }));
    const text = labelTextOf(series, at);
    if (text !== '') svg.append(createPointLabel(text, point, labels));
  }
}

/** The label of a point: right of it, or where the file puts it. */
function createPointLabel(text: string, [x, y]: Point, { position, style }: Series['labels']): SVGElement {
  const distance = markerRadius + gapPx / 2;
  const half = lineHeightOf(style) / 2;
  if (position === 't') return createText(text, x, y - distance - half, style);
  if (position === 'b') return createText(text, x, y + distance + half, style);
  if (position === 'ctr') return createText(text, x, y, style);
  const isLeft = position === 'l';
  return createText(text, isLeft ? x - distance : x + distance, y, style, {
    anchor: isLeft ? 'end' : 'start',
  });
}

function drawLines(svg: Element, plot: Plot, frame: Frame): void {
  const stacks = stackOf(plot);
  for (const [index, series] of plot.series.entries()) {
    const ends = stacks[index] ?? [];
    const points = series.values.map((value, at): Point | null =>
      value === null ? null : [across(frame, at), along(frame, ends[at]?.[1] ?? value)],
    );
    if (plot.kind === 'area') {
      const base = ends.map(
        ([from], at): Point => [across(frame, at), along(frame, Math.max(frame.scale.min, from))],
      );
      const outline = [...points.flatMap((point) => (point ? [point] : [])), ...base.toReversed()];
      svg.append(createSvg('path', { d: `${lineThrough(outline)}Z`, fill: series.color, class: 'mark' }));
    } else drawPoints(svg, points, series);
  }
}

const pointsOf = ({ values, positions }: Series, frame: Frame) =>
  values.map((value, at): Point | null =>
    value === null ? null : [acrossPosition(frame, positions[at] ?? 0), along(frame, value)],
  );

/** Draws circles whose areas, or widths, are as large as the sizes of the points. */
function drawBubbles(svg: Element, plot: Plot, frame: Frame): void {
  const { area } = frame;
  const sizeAt = ({ sizes }: Series, at: number) => Math.max(0, sizes.length === 0 ? 1 : (sizes[at] ?? 0));
  let largest = 0;
  for (const series of plot.series)
    for (const at of series.values.keys()) largest = Math.max(largest, sizeAt(series, at));
  const radius = (Math.min(area.w, area.h) / 2) * bubbleShare * plot.bubbleScale;
  for (const series of plot.series)
    for (const [at, point] of pointsOf(series, frame).entries()) {
      const share = largest > 0 ? sizeAt(series, at) / largest : 0;
      if (!point || share === 0) continue;
      const [cx, cy] = point;
      const r = radius * (plot.hasBubbleWidths ? share : Math.sqrt(share));
      const fill = series.pointColors.get(at) ?? series.color;
      svg.append(createSvg('circle', { cx, cy, r, fill, class: 'mark' }));
      const text = labelTextOf(series, at);
      if (text !== '') svg.append(createPointLabel(text, point, series.labels));
    }
}

/** Draws the marks of a plot between its axes. */
export function drawPlot(svg: Element, plot: Plot, frame: Frame): void {
  if (plot.kind === 'bubble') drawBubbles(svg, plot, frame);
  else if (plot.kind === 'scatter')
    for (const series of plot.series) drawPoints(svg, pointsOf(series, frame), series);
  else if (plot.kind === 'line' || plot.kind === 'area') drawLines(svg, plot, frame);
  else drawBars(svg, plot, frame);
}
