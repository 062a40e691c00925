import type { Axis } from './chart-axis.rules.ts';
import type { ChartPlace } from './chart-place.rules.ts';
import type { TextStyle } from './chart-text.rules.ts';

export type ChartKind =
  | 'column'
  | 'bar'
  | 'line'
  | 'area'
  | 'pie'
  | 'doughnut'
  | 'scatter'
  | 'bubble'
  | 'radar';

/** What the labels of the points of a series show. */
export type DataLabels = {
  readonly hasValue: boolean;
  readonly hasShare: boolean;
  readonly hasCategory: boolean;
  readonly hasSeries: boolean;
  readonly separator: string;
  /** The place of labels, as the file names it; empty where it is that of the kind of chart. */
  readonly position: string;
  /** The format of values; null where it is that of the cells. */
  readonly format: string | null;
  readonly style: TextStyle;
};

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
  readonly isSmooth: boolean;
  /** How far the parts of a pie are from its middle, as a share of its radius. */
  readonly explosion: (at: number) => number;
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
  /** Whether the area inside the lines of a radar chart has their colours. */
  readonly isFilled: boolean;
  /** The gap between categories and the overlap of bars, as shares of the width of a bar. */
  readonly gap: number;
  readonly overlap: number;
  /** The scale of bubbles, and whether their sizes are widths instead of areas. */
  readonly bubbleScale: number;
  readonly hasBubbleWidths: boolean;
  readonly categoryAxis: Axis;
  readonly valueAxis: Axis;
};

export type ChartLegend = {
  readonly position: 'r' | 'l' | 't' | 'b';
  readonly isOverPlot: boolean;
  /** The entries that are left out, by index. */
  readonly hidden: ReadonlySet<number>;
  readonly place: ChartPlace | null;
  readonly style: TextStyle;
};

export type Chart = {
  readonly title: string;
  readonly titleStyle: TextStyle;
  readonly isTitleOverPlot: boolean;
  /** The places that the file gives; null where the layout decides. */
  readonly titlePlace: ChartPlace | null;
  readonly plotPlace: ChartPlace | null;
  readonly legend: ChartLegend | null;
  readonly plots: readonly Plot[];
  /** The fill and border of the whole; null where it has none. */
  readonly fill: string | null;
  readonly border: string | null;
};
