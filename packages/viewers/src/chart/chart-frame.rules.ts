import type { Plot } from './chart.types.ts';
import type { Axis } from './chart-axis.rules.ts';
import { maxSteps, niceScale, type Scale, shareScale, stackOf } from './chart-scale.rules.ts';

/** The plots that share their axes. */
export type PlotGroup = {
  readonly plots: readonly Plot[];
  readonly categoryAxis: Axis;
  readonly valueAxis: Axis;
  readonly categories: readonly string[];
  /** Whether both axes have numbers. */
  readonly isScatter: boolean;
  readonly isShare: boolean;
};

/** A group of plots in the area between its axes. */
export type Frame = PlotGroup & {
  readonly area: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly scale: Scale;
  /** The scale of the other axis of a scatter chart. */
  readonly acrossScale: Scale;
  /** Whether values run to the right. */
  readonly isTurned: boolean;
};

/** More groups than the two that charts have are not drawn. */
const maxGroups = 2;

const isScatterPlot = ({ kind }: Plot) => kind === 'scatter' || kind === 'bubble';

/** The groups of plots with the same axis of values. */
export function groupsOf(plots: readonly Plot[]): readonly PlotGroup[] {
  const ids = Array.from(new Set(plots.map(({ valueAxis }) => valueAxis.id))).slice(0, maxGroups);
  return ids.flatMap((id) => {
    const own = plots.filter(({ valueAxis }) => valueAxis.id === id);
    const [first] = own;
    if (!first) return [];
    const names = own.flatMap(({ series }) => series.map(({ categories }) => categories));
    return [
      {
        plots: own,
        categoryAxis: first.categoryAxis,
        valueAxis: first.valueAxis,
        categories: names.reduce((longest, each) => (each.length > longest.length ? each : longest), []),
        isScatter: own.some(isScatterPlot),
        isShare: own.some(({ stacking }) => stacking === 'percent'),
      },
    ];
  });
}

/** The scale of the values of a group with at most so many steps. */
export function valueScaleOf({ plots, valueAxis, isShare }: PlotGroup, steps = maxSteps): Scale {
  const isStacked = plots.some(({ stacking }) => stacking !== 'none');
  const values = isStacked
    ? plots.flatMap((plot) => stackOf(plot).flat(2))
    : plots.flatMap(({ series }) => series.flatMap((each) => each.values.flatMap((value) => value ?? [])));
  const { min, max, step } = valueAxis;
  if (isShare && min === null && max === null && step === null) {
    const scale = shareScale(values);
    return steps >= maxSteps ? scale : { ...scale, step: steps >= 5 ? 0.2 : 0.5 };
  }
  const startsAtZero = isStacked || plots.some(({ kind }) => kind === 'area');
  return niceScale(values, { steps, startsAtZero, axis: valueAxis });
}

/** The scale of the positions of a scatter chart. */
export const acrossScaleOf = ({ plots, categoryAxis }: PlotGroup, steps = maxSteps): Scale =>
  niceScale(
    plots.flatMap(({ series }) => series.flatMap(({ positions }) => positions)),
    { steps, axis: categoryAxis },
  );

/** The share of a value of its axis. */
const shareOf = (value: number, { min, max }: Scale, { isReversed }: Axis): number => {
  const share = (value - min) / (max - min || 1);
  return isReversed ? 1 - share : share;
};

/** The place of a value on its axis. */
export function along({ area, scale, valueAxis, isTurned }: Frame, value: number): number {
  const share = shareOf(value, scale, valueAxis);
  return isTurned ? area.x + share * area.w : area.y + area.h - share * area.h;
}

/** Whether the first and last category lie on the ends of their axis. */
const endsOnAxis = ({ plots, valueAxis, categories }: PlotGroup): boolean =>
  valueAxis.startsOnAxis && categories.length > 1 && plots.every(({ kind }) => !/column|bar/.test(kind));

/** The place of a share of the axis of categories; the first category of bars is below. */
function placeAcross({ area, categoryAxis, isTurned }: Frame, share: number): number {
  const turned = categoryAxis.isReversed ? 1 - share : share;
  return isTurned ? area.y + area.h - turned * area.h : area.x + turned * area.w;
}

/** The middle of a category. */
export const across = (frame: Frame, at: number): number =>
  placeAcross(
    frame,
    endsOnAxis(frame)
      ? at / (frame.categories.length - 1)
      : (at + 0.5) / Math.max(1, frame.categories.length),
  );

/** The place of a position of a scatter chart. */
export const acrossPosition = (frame: Frame, position: number): number =>
  frame.area.x + shareOf(position, frame.acrossScale, frame.categoryAxis) * frame.area.w;

/** The width of a category. */
export const slotOf = ({ area, isTurned, categories }: Frame): number =>
  (isTurned ? area.h : area.w) / Math.max(1, categories.length);

/** The value at which the axes cross. */
export const crossingOf = ({ scale }: Frame): number => Math.min(scale.max, Math.max(scale.min, 0));
