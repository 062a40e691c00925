import { childOf, childrenOf, numberAttribute } from '../drawingml/drawing-xml.rules.ts';
import type { Chart, ChartLegend, Plot, Series } from './chart.types.ts';
import { readPlace } from './chart-place.rules.ts';
import { type TextStyle, textStyleOf } from './chart-text.rules.ts';

/** What marks a series in the legend. */
type LegendKey = 'square' | 'line' | 'circle';

export type LegendEntry = { readonly name: string; readonly color: string; readonly key: LegendKey };

const maxLegendEntries = 40;

const isOn = (element: Element | undefined) => /^(1|true)$/.test(element?.getAttribute('val') ?? '');

/** Reads the legend of a chart; null where it has none. */
export function readLegend(
  legend: Element | undefined,
  style: TextStyle,
  themeColor: (name: string) => string | null,
): ChartLegend | null {
  if (!legend) return null;
  const position = childOf(legend, 'legendPos')?.getAttribute('val') ?? '';
  const deleted = childrenOf(legend, 'legendEntry').filter((entry) => isOn(childOf(entry, 'delete')));
  return {
    position: (/^[rltb]$/.exec(position)?.[0] ?? 'r') as ChartLegend['position'],
    isOverPlot: isOn(childOf(legend, 'overlay')),
    hidden: new Set(deleted.map((entry) => numberAttribute(childOf(entry, 'idx'), 'val', -1))),
    place: readPlace(legend),
    style: textStyleOf(legend, style, themeColor),
  };
}

/** Whether the entries of a plot stand in the order that its bars have from top to bottom. */
function isReversed({ kind, stacking }: Plot, { position }: ChartLegend): boolean {
  if (kind === 'bar') return stacking === 'none';
  return stacking !== 'none' && kind === 'column' && (position === 'l' || position === 'r');
}

const partsOf = ({ categories, pointColors, color }: Series): readonly LegendEntry[] =>
  categories.map((name, at) => ({ name, color: pointColors.get(at) ?? color, key: 'square' }));

function keyOf({ kind }: Plot, { lineWidth }: Series): LegendKey {
  if (kind === 'bubble') return 'circle';
  if (kind !== 'line' && kind !== 'radar' && kind !== 'scatter') return 'square';
  return lineWidth === null ? 'circle' : 'line';
}

/** What the legend explains: the series, or the parts of a pie. */
export function legendEntriesOf({ plots, legend }: Chart): readonly LegendEntry[] {
  if (!legend) return [];
  let index = 0;
  const entries = plots.flatMap((plot) => {
    const isPie = plot.kind === 'pie' || plot.kind === 'doughnut';
    const [first] = plot.series;
    const own: readonly LegendEntry[] =
      isPie && first
        ? partsOf(first)
        : plot.series.map((series) => ({ name: series.name, color: series.color, key: keyOf(plot, series) }));
    const shown = own.slice(0, maxLegendEntries).filter((_, at) => !legend.hidden.has(index + at));
    index += own.length;
    return isReversed(plot, legend) ? shown.toReversed() : shown;
  });
  return entries.slice(0, maxLegendEntries);
}
