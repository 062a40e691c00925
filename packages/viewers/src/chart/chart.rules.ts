import { fillIn } from '../drawingml/drawing-color.rules.ts';
import {
  childOf,
  childrenOf,
  descendantOf,
  numberAttribute,
  pixelsOfEmu,
} from '../drawingml/drawing-xml.rules.ts';
import { type Axis, axesOf } from './chart-axis.rules.ts';
import { type DataLabels, readDataLabels } from './chart-labels.rules.ts';
import { type ChartLegend, readLegend } from './chart-legend.rules.ts';
import { formatNumber } from './chart-number.rules.ts';
import { labelStyle, type TextStyle, textStyleOf, titleStyleOf } from './chart-text.rules.ts';

export type ChartKind = 'column' | 'bar' | 'line' | 'area' | 'pie' | 'doughnut' | 'scatter' | 'bubble';

export type Series = {
  readonly name: string;
  readonly color: string;
  readonly categories: readonly string[];
  readonly values: readonly (number | null)[];
  /** The positions of the points of a scatter chart. */
  readonly positions: readonly number[];
  /** The sizes of the points of a bubble chart. */
  readonly sizes: readonly (number | null)[];
  /** The number format of the values. */
  readonly format: string;
  readonly labels: DataLabels;
  /** The width of the line through the points; null where there is none. */
  readonly lineWidth: number | null;
  readonly hasMarkers: boolean;
  /** The colours of single points, by index. */
  readonly pointColors: ReadonlyMap<number, string>;
};

export type Plot = {
  readonly kind: ChartKind;
  readonly stacking: 'none' | 'stacked' | 'percent';
  readonly series: readonly Series[];
  /** The turn of the first part of a whole in degrees, and the size of the hole as a share. */
  readonly firstAngle: number;
  readonly hole: number;
  /** The gap between categories and the overlap of bars, as shares of the width of a bar. */
  readonly gap: number;
  readonly overlap: number;
  /** The scale of bubbles, and whether their sizes are widths instead of areas. */
  readonly bubbleScale: number;
  readonly hasBubbleWidths: boolean;
  readonly categoryAxis: Axis;
  readonly valueAxis: Axis;
};

type ThemeColor = (name: string) => string | null;

/** Whether a plot shows the parts of one whole. */
export const isRound = ({ kind }: Plot): boolean => kind === 'pie' || kind === 'doughnut';

export type Chart = {
  readonly title: string;
  readonly titleStyle: TextStyle;
  readonly isTitleOverPlot: boolean;
  readonly legend: ChartLegend | null;
  readonly plots: readonly Plot[];
  /** The fill and border of the whole; null where it has none. */
  readonly fill: string | null;
  readonly border: string | null;
};

/** The colours of series that state none, as in new documents. */
const palette = ['#4472c4', '#ed7d31', '#a5a5a5', '#ffc000', '#5b9bd5', '#70ad47', '#264478', '#9e480e'];
const accents = 6;

/** The colour of a series or part that states none: that of the theme, else of new documents. */
export const paletteColor = (index: number, themeColor: ThemeColor): string =>
  (index % palette.length < accents ? themeColor(`accent${(index % palette.length) + 1}`) : null) ??
  palette[index % palette.length] ??
  '#4472c4';

/** More points are left out. */
const maxPoints = 5000;
const maxSeries = 100;

const kinds: Readonly<Record<string, ChartKind>> = {
  barChart: 'column',
  bar3DChart: 'column',
  lineChart: 'line',
  line3DChart: 'line',
  stockChart: 'line',
  radarChart: 'line',
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

/** The cached points of a reference to cells, by index. */
function pointsOf(source: Element | undefined): readonly (string | undefined)[] {
  const cache =
    source &&
    ['numCache', 'strCache', 'numLit', 'strLit', 'lvl']
      .map((name) => descendantOf(source, name))
      .find(Boolean);
  if (!cache) return [];
  const count = Math.min(
    maxPoints,
    numberAttribute(childOf(cache, 'ptCount') ?? childOf(cache.parentElement ?? undefined, 'ptCount'), 'val'),
  );
  const points: (string | undefined)[] = Array.from({ length: count });
  for (const point of childrenOf(cache, 'pt')) {
    const index = numberAttribute(point, 'idx');
    if (index < maxPoints) points[index] = childOf(point, 'v')?.textContent ?? undefined;
  }
  return Array.from(points);
}

const numberOf = (text: string | undefined): number | null => {
  const number = Number(text);
  return text === undefined || text === '' || !Number.isFinite(number) ? null : number;
};

/** The colour of a series or point: its fill, or its line. */
function colorOf(element: Element, themeColor: ThemeColor, isLine: boolean): string | null {
  const properties = childOf(element, 'spPr');
  const line = fillIn(childOf(properties, 'ln'), themeColor) ?? null;
  const marker = fillIn(childOf(childOf(element, 'marker'), 'spPr'), themeColor) ?? null;
  return (isLine ? (line ?? marker) : fillIn(properties, themeColor)) ?? null;
}

/** The names of categories; numbers such as dates have their format. */
function categoriesOf(source: Element | undefined): readonly (string | undefined)[] {
  const format = descendantOf(source, 'formatCode')?.textContent ?? '';
  return pointsOf(source).map((text) => {
    const number = numberOf(text);
    return number === null || format === '' ? text : formatNumber(number, format);
  });
}

type SeriesContext = {
  readonly kind: ChartKind;
  readonly style: TextStyle;
  readonly themeColor: ThemeColor;
};

const defaultLineEmu = 28_575;

function lineWidthOf(series: Element, plot: Element): number | null {
  const line = childOf(childOf(series, 'spPr'), 'ln');
  const isPointsOnly = /^(none|marker)$/.test(valueOf(childOf(plot, 'scatterStyle')));
  if (isPointsOnly || childOf(line, 'noFill')) return null;
  return pixelsOfEmu(numberAttribute(line, 'w', defaultLineEmu));
}

const hasMarkers = (series: Element, plot: Element): boolean => {
  const symbol = valueOf(childOf(childOf(series, 'marker'), 'symbol'));
  if (plot.localName === 'scatterChart') return symbol !== 'none';
  return symbol === '' ? isOn(childOf(plot, 'marker')) : symbol !== 'none';
};

function seriesOf(
  series: Element,
  at: number,
  plot: Element,
  { kind, style, themeColor }: SeriesContext,
): Series {
  const name = childOf(series, 'tx');
  const positions = pointsOf(childOf(series, 'xVal')).map((text, index) => numberOf(text) ?? index + 1);
  const categories = categoriesOf(childOf(series, 'cat'));
  const source = childOf(series, 'val') ?? childOf(series, 'yVal');
  const values = pointsOf(source).map(numberOf);
  const index = numberAttribute(childOf(series, 'idx'), 'val', at);
  const isLine = kind === 'line' || kind === 'scatter';
  return {
    name: pointsOf(name).find((text) => text !== undefined) ?? childOf(name, 'v')?.textContent ?? '',
    color: colorOf(series, themeColor, isLine) ?? paletteColor(index, themeColor),
    categories: values.map((_, position) => categories[position] ?? String(position + 1)),
    values,
    positions: values.map((_, position) => positions[position] ?? position + 1),
    sizes: pointsOf(childOf(series, 'bubbleSize')).map(numberOf),
    labels: readDataLabels(childOf(series, 'dLbls') ?? childOf(plot, 'dLbls'), style, themeColor),
    lineWidth: lineWidthOf(series, plot),
    hasMarkers: hasMarkers(series, plot),
    format: descendantOf(source, 'formatCode')?.textContent ?? '',
    // The parts of a whole have a colour each.
    pointColors: new Map([
      ...(kind === 'pie' || kind === 'doughnut'
        ? values.map((_, position) => [position, paletteColor(position, themeColor)] as const)
        : []),
      ...childrenOf(series, 'dPt').flatMap((point) => {
        const color = colorOf(point, themeColor, false);
        return color === null ? [] : [[numberAttribute(childOf(point, 'idx'), 'val'), color] as const];
      }),
    ]),
  };
}

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

/** Wider gaps and larger overlaps are not allowed. */
const share = (element: Element | undefined, byDefault: number, min: number, max: number): number =>
  Math.max(min, Math.min(max, numberAttribute(element, 'val', byDefault))) / 100;

function plotOf(plot: Element, kind: ChartKind, { area, style, themeColor }: PlotContext): Plot {
  const grouping = valueOf(childOf(plot, 'grouping'));
  const series = childrenOf(plot, 'ser').slice(0, maxSeries);
  const drawn = kind === 'column' && valueOf(childOf(plot, 'barDir')) === 'bar' ? 'bar' : kind;
  const stacking = grouping === 'stacked' ? 'stacked' : grouping === 'percentStacked' ? 'percent' : 'none';
  const [categoryAxis, valueAxis] = axesOf(plot, area, { style, themeColor, textOf });
  return {
    kind: drawn,
    stacking,
    series: series.map((each, at) => seriesOf(each, at, plot, { kind, style, themeColor })),
    firstAngle: numberAttribute(childOf(plot, 'firstSliceAng'), 'val'),
    hole: kind === 'doughnut' ? share(childOf(plot, 'holeSize'), 50, 1, 90) : 0,
    gap: share(childOf(plot, 'gapWidth'), 150, 0, 500),
    // Stacked bars lie on each other whatever the file says.
    overlap: stacking === 'none' ? share(childOf(plot, 'overlap'), 0, -100, 100) : 1,
    bubbleScale: share(childOf(plot, 'bubbleScale'), 100, 0, 300),
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
  const plots = (area ? Array.from(area.children) : []).flatMap((element) => {
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
    legend: readLegend(childOf(chart, 'legend'), style, themeColor),
    plots,
    fill: fill === undefined ? '#ffffff' : fill,
    border: border === undefined ? '#d9d9d9' : border,
  };
}
