import { createSvg } from '../drawingml/draw-nodes.viewer.ts';
import type { Box } from '../drawingml/drawing.types.ts';
import { type Chart, isRound, readChart } from './chart.rules.ts';
import { groupsOf } from './chart-frame.rules.ts';
import { framesOf } from './chart-layout.viewer.ts';
import { drawLegend } from './chart-legend.viewer.ts';
import { type Area, createLines, gapPx, lineHeightOf, linesOf } from './chart-text.viewer.ts';
import { drawAxes, drawGrid } from './draw-axes.viewer.ts';
import { drawPie } from './draw-pie.viewer.ts';
import { drawPlot } from './draw-plots.viewer.ts';

/** A title is broken into lines of this share of the width of its chart, as in office programs. */
const titleShare = 0.8;
const edgePx = 10;
const titleTopPx = 5;

/** Draws the title of a chart, and returns the area that it leaves. */
function drawTitle(
  svg: Element,
  { title, titleStyle, isTitleOverPlot }: Chart,
  width: number,
  area: Area,
): Area {
  if (title === '') return area;
  const lines = linesOf(title, width * titleShare, titleStyle);
  const top = area.y + titleTopPx;
  svg.append(...createLines(lines, width / 2, top, titleStyle));
  if (isTitleOverPlot) return area;
  const bottom = Math.min(area.y + area.h / 2, top + lines.length * lineHeightOf(titleStyle) + gapPx);
  return { ...area, y: bottom, h: area.y + area.h - bottom };
}

function drawPlots(svg: Element, { plots }: Chart, area: Area): void {
  const frames = framesOf(groupsOf(plots.filter((plot) => !isRound(plot))), area);
  for (const frame of frames) drawGrid(svg, frame);
  for (const frame of frames) for (const plot of frame.plots) drawPlot(svg, plot, frame);
  for (const frame of frames) drawAxes(svg, frame, area);
}

/** Draws the part of a chart as SVG of a size; null where it has nothing that is drawn. */
export function drawChart(
  part: Document,
  { w, h }: Box,
  themeColor: (name: string) => string | null,
): Element | null {
  const chart = readChart(part, themeColor);
  if (!chart || !(w > 0) || !(h > 0)) return null;
  const svg = createSvg('svg', { viewBox: `0 0 ${w} ${h}`, width: w, height: h, class: 'chart' });
  const { fill, border } = chart;
  svg.append(createSvg('rect', { width: w, height: h, fill: fill ?? 'none', stroke: border ?? 'none' }));
  const whole: Area = { x: edgePx, y: gapPx, w: w - 2 * edgePx, h: h - 2 * gapPx };
  const area = drawLegend(svg, chart, drawTitle(svg, chart, w, whole));
  const round = chart.plots.find(isRound);
  if (round) drawPie(svg, round, area);
  else drawPlots(svg, chart, area);
  return svg;
}
