import { createSvg } from '../drawingml/draw-nodes.viewer.ts';
import type { Box } from '../drawingml/drawing.types.ts';
import { isRound, readChart } from './chart.rules.ts';
import type { Chart } from './chart.types.ts';
import { groupsOf } from './chart-frame.rules.ts';
import { framesOf } from './chart-layout.viewer.ts';
import { drawLegend } from './chart-legend.viewer.ts';
import type { ChartPlace } from './chart-place.rules.ts';
import { type Area, createLines, gapPx, lineHeightOf, linesOf, widthOf } from './chart-text.viewer.ts';
import { drawAxes, drawGrid } from './draw-axes.viewer.ts';
import { drawPie } from './draw-pie.viewer.ts';
import { drawPlot } from './draw-plots.viewer.ts';
import { drawRadar } from './draw-radar.viewer.ts';

/** A title is broken into lines of this share of the width of its chart, as in office programs. */
const titleShare = 0.8;
const edgePx = 10;
const titleTopPx = 5;
const titleInsetPx = 9;

/** Draws the title of a chart, and returns the area that it leaves. */
function drawTitle(svg: Element, chart: Chart, { w: width, h: height }: Box, area: Area): Area {
  const { title, titleStyle, titlePlace, isTitleOverPlot } = chart;
  if (title === '') return area;
  const lines = linesOf(title, width * titleShare, titleStyle);
  const top = area.y + titleTopPx;
  const widest = Math.max(0, ...lines.map((line) => widthOf(line, titleStyle)));
  if (titlePlace) {
    const x = titlePlace.x * width + widest / 2 + titleInsetPx;
    svg.append(...createLines(lines, x, titlePlace.y * height + titleTopPx, titleStyle));
  } else svg.append(...createLines(lines, width / 2, top, titleStyle));
  if (isTitleOverPlot) return area;
  const bottom = Math.min(area.y + area.h / 2, top + lines.length * lineHeightOf(titleStyle) + gapPx);
  return { ...area, y: bottom, h: area.y + area.h - bottom };
}

/** The area that the file gives to a part of a chart. */
const areaOf = (place: ChartPlace | null, w: number, h: number): Area | null =>
  place && place.w !== null && place.h !== null
    ? { x: place.x * w, y: place.y * h, w: place.w * w, h: place.h * h }
    : null;

type PlotAreas = {
  /** The area that the title and legend leave. */
  readonly area: Area;
  /** The area that the file states, with or without the labels of axes. */
  readonly placed: Area | null;
  readonly isInner: boolean;
};

function drawPlots(svg: Element, { plots }: Chart, { area, placed, isInner }: PlotAreas): void {
  const groups = groupsOf(plots.filter((plot) => !isRound(plot)));
  const frames = framesOf(groups, placed ?? area, placed !== null && isInner);
  for (const frame of frames) drawGrid(svg, frame);
  for (const frame of frames) for (const plot of frame.plots) drawPlot(svg, plot, frame);
  for (const frame of frames) drawAxes(svg, frame, area);
}

/** Draws the part of a chart as SVG of a size; null where it has nothing that is drawn. */
export function drawChart(
  part: Document,
  box: Box,
  themeColor: (name: string) => string | null,
): Element | null {
  const chart = readChart(part, themeColor);
  const { w, h } = box;
  if (!chart || !(w > 0) || !(h > 0)) return null;
  const svg = createSvg('svg', { viewBox: `0 0 ${w} ${h}`, width: w, height: h, class: 'chart' });
  const { fill, border } = chart;
  svg.append(createSvg('rect', { width: w, height: h, fill: fill ?? 'none', stroke: border ?? 'none' }));
  const whole: Area = { x: edgePx, y: gapPx, w: w - 2 * edgePx, h: h - 2 * gapPx };
  const area = drawLegend(svg, chart, drawTitle(svg, chart, box, whole), box);
  const placed = areaOf(chart.plotPlace, w, h);
  const round = chart.plots.find(isRound);
  const radars = chart.plots.filter(({ kind }) => kind === 'radar');
  if (round) drawPie(svg, round, placed ?? area);
  else if (radars.length > 0) drawRadar(svg, radars, placed ?? area);
  else drawPlots(svg, chart, { area, placed, isInner: chart.plotPlace?.isInner ?? false });
  return svg;
}
