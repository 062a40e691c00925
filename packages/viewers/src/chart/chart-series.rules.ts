import { fillIn } from '../drawingml/drawing-color.rules.ts';
import {
  childOf,
  childrenOf,
  descendantOf,
  numberAttribute,
  pixelsOfEmu,
} from '../drawingml/drawing-xml.rules.ts';
import type { ChartKind, Series } from './chart.types.ts';
import { readDataLabels } from './chart-labels.rules.ts';
import { formatNumber } from './chart-number.rules.ts';
import type { TextStyle } from './chart-text.rules.ts';

type ThemeColor = (name: string) => string | null;

/** The colours of series that state none, as in new documents. */
const palette = ['#4472c4', '#ed7d31', '#a5a5a5', '#ffc000', '#5b9bd5', '#70ad47', '#264478', '#9e480e'];
const accents = 6;

/** The colour of a series or part that states none: that of the theme, else of new documents. */
const paletteColor = (index: number, themeColor: ThemeColor): string =>
  (index % palette.length < accents ? themeColor(`accent${(index % palette.length) + 1}`) : null) ??
  palette[index % palette.length] ??
  '#4472c4';

/** More points are left out. */
const maxPoints = 5000;

const valueOf = (element: Element | undefined): string => element?.getAttribute('val') ?? '';
const isOn = (element: Element | undefined) => /^(1|true)$/.test(valueOf(element));

/** The cached points of a reference to cells, by index. */
export function pointsOf(source: Element | undefined): readonly (string | undefined)[] {
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

/** A share in percents, inside of what the file may state. */
export const shareIn = (element: Element | undefined, byDefault: number, min: number, max: number): number =>
  Math.max(min, Math.min(max, numberAttribute(element, 'val', byDefault))) / 100;

/** The distance of the parts of a pie from its middle: that of a part, else of the series. */
function explosionOf(series: Element): Series['explosion'] {
  const all = shareIn(childOf(series, 'explosion'), 0, 0, 100);
  const own = new Map(
    childrenOf(series, 'dPt').flatMap((point) => {
      const stated = childOf(point, 'explosion');
      return stated ? [[numberAttribute(childOf(point, 'idx'), 'val'), shareIn(stated, 0, 0, 100)]] : [];
    }),
  );
  return (at) => own.get(at) ?? all;
}

const hasMarkers = (series: Element, plot: Element): boolean => {
  const symbol = valueOf(childOf(childOf(series, 'marker'), 'symbol'));
  if (plot.localName === 'scatterChart') return symbol !== 'none';
  return symbol === '' ? isOn(childOf(plot, 'marker')) : symbol !== 'none';
};

/** Reads a series of a plot. */
export function readSeries(
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
  const isLine = /^(line|scatter|radar)$/.test(kind);
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
    isSmooth: isOn(childOf(series, 'smooth')),
    explosion: explosionOf(series),
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
