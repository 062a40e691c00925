import { fillIn } from '../drawingml/drawing-color.rules.ts';
import { childOf, childrenOf, descendantOf, numberAttribute } from '../drawingml/drawing-xml.rules.ts';

export type ChartKind = 'column' | 'bar' | 'line' | 'area' | 'pie' | 'doughnut' | 'scatter';

export type Series = {
  readonly name: string;
  readonly color: string;
  readonly categories: readonly string[];
  readonly values: readonly (number | null)[];
  /** The positions of the points of a scatter chart. */
  readonly positions: readonly number[];
  /** The colours of single points, by index. */
  readonly pointColors: ReadonlyMap<number, string>;
};

export type Plot = {
  readonly kind: ChartKind;
  readonly stacking: 'none' | 'stacked' | 'percent';
  readonly series: readonly Series[];
  readonly hasLabels: boolean;
};

/** Whether a plot shows the parts of one whole. */
export const isRound = ({ kind }: Plot): boolean => kind === 'pie' || kind === 'doughnut';

export type Chart = {
  readonly title: string;
  readonly axisTitles: { readonly category: string; readonly value: string };
  readonly legend: 'r' | 'l' | 't' | 'b' | null;
  readonly plots: readonly Plot[];
};

/** The colours of series that state none, as in new documents. */
const palette = ['#4472c4', '#ed7d31', '#a5a5a5', '#ffc000', '#5b9bd5', '#70ad47', '#264478', '#9e480e'];
export const paletteColor = (index: number): string => palette[index % palette.length] ?? '#4472c4';

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
  bubbleChart: 'scatter',
};

const valueOf = (element: Element | undefined): string => element?.getAttribute('val') ?? '';

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

type ThemeColor = (name: string) => string | null;

/** The colour of a series or point: its fill, or its line. */
function colorOf(element: Element, themeColor: ThemeColor, isLine: boolean): string | null {
  const properties = childOf(element, 'spPr');
  const line = fillIn(childOf(properties, 'ln'), themeColor) ?? null;
  const marker = fillIn(childOf(childOf(element, 'marker'), 'spPr'), themeColor) ?? null;
  return (isLine ? (line ?? marker) : fillIn(properties, themeColor)) ?? null;
}

function seriesOf(series: Element, at: number, kind: ChartKind, themeColor: ThemeColor): Series {
  const name = childOf(series, 'tx');
  const positions = pointsOf(childOf(series, 'xVal')).map((text, index) => numberOf(text) ?? index + 1);
  const categories = pointsOf(childOf(series, 'cat'));
  const values = pointsOf(childOf(series, 'val') ?? childOf(series, 'yVal')).map(numberOf);
  const index = numberAttribute(childOf(series, 'idx'), 'val', at);
  const isLine = kind === 'line' || kind === 'scatter';
  return {
    name: pointsOf(name).find((text) => text !== undefined) ?? childOf(name, 'v')?.textContent ?? '',
    color: colorOf(series, themeColor, isLine) ?? paletteColor(index),
    categories: values.map((_, position) => categories[position] ?? String(position + 1)),
    values,
    positions: values.map((_, position) => positions[position] ?? position + 1),
    pointColors: new Map(
      childrenOf(series, 'dPt').flatMap((point) => {
        const color = colorOf(point, themeColor, false);
        return color === null ? [] : [[numberAttribute(childOf(point, 'idx'), 'val'), color] as const];
      }),
    ),
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

function plotOf(plot: Element, kind: ChartKind, themeColor: ThemeColor): Plot {
  const grouping = valueOf(childOf(plot, 'grouping'));
  const series = childrenOf(plot, 'ser').slice(0, maxSeries);
  const drawn = kind === 'column' && valueOf(childOf(plot, 'barDir')) === 'bar' ? 'bar' : kind;
  const labels = childOf(plot, 'dLbls') ?? childOf(series[0], 'dLbls');
  return {
    kind: drawn,
    stacking: grouping === 'stacked' ? 'stacked' : grouping === 'percentStacked' ? 'percent' : 'none',
    series: series.map((each, at) => seriesOf(each, at, kind, themeColor)),
    hasLabels: /^(1|true)$/.test(valueOf(childOf(labels, 'showVal'))),
  };
}

/** Reads the part of a chart (ECMA-376 part 1, 21.2); null where it has nothing that is drawn. */
export function readChart(part: Document, themeColor: ThemeColor): Chart | null {
  const chart = descendantOf(part.documentElement, 'chart');
  const area = childOf(chart, 'plotArea');
  const plots = (area ? Array.from(area.children) : []).flatMap((element) => {
    const kind = kinds[element.localName];
    return kind === undefined ? [] : [plotOf(element, kind, themeColor)];
  });
  if (plots.every(({ series }) => series.length === 0)) return null;
  const position = valueOf(childOf(childOf(chart, 'legend'), 'legendPos'));
  const [only, another] = plots.flatMap(({ series }) => series);
  const isTitleDeleted = /^(1|true)$/.test(valueOf(childOf(chart, 'autoTitleDeleted')));
  const title = textOf(childOf(chart, 'title'));
  const titleOfAxis = (...names: readonly string[]) =>
    textOf(childOf(names.map((name) => childOf(area, name)).find(Boolean), 'title'));
  return {
    title: title || (another || isTitleDeleted || !only ? '' : only.name),
    axisTitles: { category: titleOfAxis('catAx', 'dateAx'), value: titleOfAxis('valAx') },
    legend: childOf(chart, 'legend') ? ((/^[rltb]$/.exec(position)?.[0] ?? 'r') as Chart['legend']) : null,
    plots,
  };
}
