import { createSvg } from '../drawingml/draw-nodes.viewer.ts';
import type { Plot } from './chart.types.ts';
import { groupsOf, type PlotGroup, valueScaleOf } from './chart-frame.rules.ts';
import { tickTextOf } from './chart-layout.viewer.ts';
import { maxSteps, type Scale, ticksOf } from './chart-scale.rules.ts';
import { type Area, createText, gapPx, lineHeightOf, widthOf } from './chart-text.viewer.ts';

const defaultGridColor = '#d9d9d9';
const maxLabelShare = 0.3;

type Web = {
  readonly group: PlotGroup;
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly scale: Scale;
  readonly count: number;
};

/** The place at a share of the way from the middle to a category. */
function pointOf({ x, y, radius, count }: Web, at: number, share: number): readonly [number, number] {
  const angle = (at / count) * 2 * Math.PI;
  return [x + radius * share * Math.sin(angle), y - radius * share * Math.cos(angle)];
}

const outlineOf = (points: readonly (readonly [number, number])[]) =>
  points.length === 0 ? '' : `M${points.map((point) => point.join(' ')).join('L')}Z`;

function drawWeb(svg: Element, web: Web): void {
  const { group, count, radius, scale } = web;
  const { valueAxis, categoryAxis, categories } = group;
  const stroke = valueAxis.gridColor ?? defaultGridColor;
  const around = Array.from({ length: count }, (_, at) => at);
  const shareOf = (value: number) => (value - scale.min) / (scale.max - scale.min || 1);
  for (const tick of ticksOf(scale)) {
    const points = around.map((at) => pointOf(web, at, shareOf(tick)));
    svg.append(createSvg('path', { d: outlineOf(points), fill: 'none', stroke }));
  }
  for (const at of around) {
    const [x2, y2] = pointOf(web, at, 1);
    svg.append(createSvg('line', { x1: web.x, y1: web.y, x2, y2, stroke }));
    const { style } = categoryAxis;
    const [x, y] = pointOf(web, at, 1 + (lineHeightOf(style) / 2 + gapPx / 2) / radius);
    const turn = Math.sin((at / count) * 2 * Math.PI);
    const anchor = Math.abs(turn) < 0.1 ? 'middle' : turn > 0 ? 'start' : 'end';
    svg.append(createText(categories[at] ?? '', x, y, style, { anchor }));
  }
  if (valueAxis.isDeleted || !valueAxis.hasLabels) return;
  for (const tick of ticksOf(scale)) {
    const [x, y] = pointOf(web, 0, shareOf(tick));
    const text = tickTextOf(valueAxis, group, tick);
    svg.append(createText(text, x - gapPx / 2, y, valueAxis.style, { anchor: 'end' }));
  }
}

/** Draws a radar chart: the values of categories around a middle. */
export function drawRadar(svg: Element, plots: readonly Plot[], { x, y, w, h }: Area): void {
  const [group] = groupsOf(plots);
  if (!group || group.categories.length === 0) return;
  const { style } = group.categoryAxis;
  const widest = Math.max(...group.categories.map((name) => widthOf(name, style)));
  const side = Math.min(widest, w * maxLabelShare) + gapPx;
  const above = lineHeightOf(style) + gapPx / 2;
  const radius = Math.max(1, Math.min(w / 2 - side, h / 2 - above));
  const steps = Math.max(1, Math.min(maxSteps, Math.floor(radius / lineHeightOf(group.valueAxis.style))));
  const scale = valueScaleOf(group, steps);
  const web = { group, scale, x: x + w / 2, y: y + h / 2, radius, count: group.categories.length };
  drawWeb(svg, web);
  for (const plot of group.plots)
    for (const series of plot.series) {
      const points = series.values.map((value, at) =>
        pointOf(web, at, ((value ?? 0) - scale.min) / (scale.max - scale.min || 1)),
      );
      svg.append(
        createSvg('path', {
          d: outlineOf(points),
          fill: plot.isFilled ? series.color : 'none',
          stroke: series.color,
          'stroke-width': series.lineWidth ?? 1,
          class: 'mark',
        }),
      );
    }
}
