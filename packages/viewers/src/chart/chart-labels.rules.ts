import { childOf } from '../drawingml/drawing-xml.rules.ts';
import type { DataLabels, Series } from './chart.types.ts';
import { formatNumber } from './chart-number.rules.ts';
import { type TextStyle, textStyleOf } from './chart-text.rules.ts';

const valueOf = (element: Element | undefined): string => element?.getAttribute('val') ?? '';

/** Reads the labels of points (ECMA-376 part 1, 21.2.2.49). */
export function readDataLabels(
  labels: Element | undefined,
  style: TextStyle,
  themeColor: (name: string) => string | null,
): DataLabels {
  const shows = (name: string) => /^(1|true)$/.test(valueOf(childOf(labels, name)));
  const format = childOf(labels, 'numFmt');
  const isLinked = /^(1|true)$/.test(format?.getAttribute('sourceLinked') ?? '');
  return {
    hasValue: shows('showVal'),
    hasShare: shows('showPercent'),
    hasCategory: shows('showCatName'),
    hasSeries: shows('showSerName'),
    separator: childOf(labels, 'separator')?.textContent ?? ', ',
    position: valueOf(childOf(labels, 'dLblPos')),
    format: format && !isLinked ? (format.getAttribute('formatCode') ?? '') : null,
    style: textStyleOf(labels, style, themeColor),
  };
}

/** The text of the label of a point; empty where it has none. The share is that of a part of a whole. */
export function labelTextOf(
  { labels, name, categories, values, format }: Series,
  at: number,
  share = 0,
): string {
  const value = values[at];
  if (value === null || value === undefined) return '';
  const stated = labels.format ?? format;
  return [
    labels.hasSeries ? name : '',
    labels.hasCategory ? (categories[at] ?? '') : '',
    labels.hasValue ? formatNumber(value, stated) : '',
    labels.hasShare ? formatNumber(share, stated.includes('%') ? stated : '0%') : '',
  ]
    .filter(Boolean)
    .join(labels.separator.trim() === '' ? ' ' : labels.separator);
}
