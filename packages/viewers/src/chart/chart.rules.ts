import { fillIn } from '../drawingml/drawing-color.rules.ts';
import { childOf, childrenOf, descendantOf, numberAttribute } from '../drawingml/drawing-xml.rules.ts';
import type { Chart, ChartKind, Plot } from './chart.types.ts';
import { axesOf } from './chart-axis.rules.ts';
import { readLegend } from './chart-legend.rules.ts';
import { readPlace } from './chart-place.rules.ts';
import { pointsOf, readSeries, shareIn } from './chart-series.rules.ts';
import { labelStyle, type TextStyle, textStyleOf, titleStyleOf } from './chart-text.rules.ts';

type ThemeColor = (name: string) => string | null;

/** Whether a plot shows the parts of one whole. */
export const isRound = ({ kind }: Plot): boolean => kind === 'pie' || kind === 'doughnut';

const maxSeries = 100;
/** Charts have a few plots, one of each kind and axis. */
const maxPlots = 20;

const kinds: Readonly<Record<string, ChartKind>> = {
  barChart: 'column',
  bar3DChart: 'column',
  lineChart: 'line',
  line3DChart: 'line',
  stockChart: 'line',
  radarChart: 'radar',
  areaChart: 'area',
  area3DChart: 'area',
  pieChart: 'pie',
  pie3DChart: 'pie',
  ofPieChart: 'pie',
  doughnutChart: 'doughnut',
  scatterChart: 'scatter',
  bubbleChart: 'bubble',
};

const valueOf = (element: Element | undefined): string => element?.getAttribute('val') ?? '';
const isOn = (element: Element | undefined) => /^(1|true)$/.test(valueOf(element));

function textOf(element: Element | undefined): string {
  if (!element) return '';
  const paragraphs = Array.from(element.getElementsByTagNameNS('*', 'p'), (paragraph) =>
    Array.from(paragraph.getElementsByTagNameNS('*', 't'), ({ textContent }) => textContent).join(''),
  );
  const rich = paragraphs.filter(Boolean).join(' ');
  return rich || (pointsOf(childOf(element, 'tx')).find((text) => text !== undefined) ?? '');
}

type PlotContext = {
  readonly area: Element | undefined;
  readonly style: TextStyle;
  readonly themeColor: ThemeColor;
};

function plotOf(plot: Element, kind: ChartKind, { area, style, themeColor }: PlotContext): Plot {
  const grouping = valueOf(childOf(plot, 'grouping'));
  const series = childrenOf(plot, 'ser').slice(0, maxSeries);
  const drawn = kind === 'column' && valueOf(childOf(plot, 'barDir')) === 'bar' ? 'bar' : kind;
  const stacking = grouping === 'stacked' ? 'stacked' : grouping === 'percentStacked' ? 'percent' : 'none';
  const [categoryAxis, valueAxis] = axesOf(plot, area, { style, themeColor, textOf });
  return {
    kind: drawn,
    stacking,
    series: series.map((each, at) => readSeries(each, at, plot, { kind, style, themeColor })),
    firstAngle: numberAttribute(childOf(plot, 'firstSliceAng'), 'val'),
    hole: kind === 'doughnut' ? shareIn(childOf(plot, 'holeSize'), 50, 1, 90) : 0,
    gap: shareIn(childOf(plot, 'gapWidth'), 150, 0, 500),
    isFilled: valueOf(childOf(plot, 'radarStyle')) === 'filled',
    // Stacked bars lie on each other whatever the file says.
    overlap: stacking === 'none' ? shareIn(childOf(plot, 'overlap'), 0, -100, 100) : 1,
    bubbleScale: shareIn(childOf(plot, 'bubbleScale'), 100, 0, 300),
    hasBubbleWidths: valueOf(childOf(plot, 'sizeRepresents')) === 'w',
    categoryAxis,
    valueAxis,
  };
}

/** The title of a chart: its text, else the name of the only series, else the placeholder of office programs. */
function titleOf(chart: Element | undefined, plots: readonly Plot[]): string {
  const title = childOf(chart, 'title');
  const text = textOf(title);
  if (text !== '') return text;
  const [only, another] = plots.flatMap(({ series }) => series);
  if (only && !another && !isOn(childOf(chart, 'autoTitleDeleted'))) return only.name;
  return title ? 'Chart Title' : '';
}

/** Reads the part of a chart (ECMA-376 part 1, 21.2); null where it has nothing that is drawn. */
export function readChart(part: Document, themeColor: ThemeColor): Chart | null {
  const space = part.documentElement;
  const chart = descendantOf(space, 'chart');
  const area = childOf(chart, 'plotArea');
  const style = textStyleOf(space, labelStyle, themeColor);
  const elements = Array.from(area?.children ?? []).filter(({ localName }) => localName in kinds);
  const plots = elements.slice(0, maxPlots).flatMap((element) => {
    const kind = kinds[element.localName];
    return kind === undefined ? [] : [plotOf(element, kind, { area, style, themeColor })];
  });
  if (plots.every(({ series }) => series.length === 0)) return null;
  const title = childOf(chart, 'title');
  const properties = childOf(space, 'spPr');
  const fill = fillIn(properties, themeColor);
  const border = fillIn(childOf(properties, 'ln'), themeColor);
  return {
    title: titleOf(chart, plots),
    titleStyle: textStyleOf(title, titleStyleOf(space, themeColor), themeColor),
    isTitleOverPlot: isOn(childOf(title, 'overlay')),
    titlePlace: readPlace(title),
    plotPlace: readPlace(area),
    legend: readLegend(childOf(chart, 'legend'), style, themeColor),
    plots,
    fill: fill === undefined ? '#ffffff' : fill,
    border: border === undefined ? '#d9d9d9' : border,
  };
}
