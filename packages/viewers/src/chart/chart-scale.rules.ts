import type { Plot } from './chart.types.ts';
import type { Axis } from './chart-axis.rules.ts';

/** The values of an axis, and the distance of its marks. */
export type Scale = { readonly min: number; readonly max: number; readonly step: number };

/** An axis has at most this many steps, as in office programs. */
export const maxSteps = 10;
const maxTicks = 100;
/** Values that differ by less than this share of the largest one do not start at zero. */
const nearShare = 1 / 6;
/** The room that the outermost value has to the end of the axis, as a share of the range. */
const endRoom = 0.05;

/** The ends of values with the room around them. */
function endsOf(low: number, high: number, startsAtZero: boolean): readonly [number, number] {
  if (low < 0 && high <= 0) {
    const [min, max] = endsOf(-high, -low, startsAtZero);
    return [-max, -min];
  }
  const range = high - low;
  const isNear = low > 0 && range < high * nearShare && range > 0;
  if (low >= 0 && (startsAtZero || !isNear)) return [0, high * (1 + endRoom)];
  return [isNear ? low - range / 2 : low - range * endRoom, high + range * endRoom];
}

/** A round step with at most so many of them in a range. */
function stepOf(range: number, steps: number): number {
  const magnitude = 10 ** Math.floor(Math.log10(range / steps));
  const factor = [1, 2, 5].find((each) => range / (each * magnitude) <= steps + 1e-9) ?? 10;
  return factor * magnitude;
}

type ScaleOptions = {
  readonly steps?: number;
  readonly startsAtZero?: boolean;
  readonly axis?: Pick<Axis, 'min' | 'max' | 'step'>;
};

/** A scale with round marks that contains all values, as office programs choose it. */
export function niceScale(
  values: readonly number[],
  { steps = maxSteps, startsAtZero = false, axis }: ScaleOptions = {},
): Scale {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (low > high) [low, high] = [0, 1];
  if (low === 0 && high === 0) high = 1;
  const [start, end] = endsOf(low, high, startsAtZero);
  const [from, to] = [axis?.min ?? start, axis?.max ?? end];
  const range = to > from ? to - from : Math.abs(to) || 1;
  const step = axis?.step && range / axis.step <= maxTicks ? axis.step : stepOf(range, Math.max(1, steps));
  const min = axis?.min ?? Math.floor(from / step + 1e-9) * step;
  const max = axis?.max ?? Math.ceil(to / step - 1e-9) * step;
  return { min, max: max > min ? max : min + step, step };
}

/** The scale of shares of a whole. */
export const shareScale = (values: readonly number[]): Scale => ({
  min: values.some((value) => value < 0) ? -1 : 0,
  max: values.some((value) => value > 0) || values.length === 0 ? 1 : 0,
  step: 0.1,
});

/** The marks of a scale. */
export function ticksOf({ min, max, step }: Scale): readonly number[] {
  const count = Math.min(maxTicks, Math.floor((max - min) / step + 1e-6));
  return Array.from({ length: count + 1 }, (_, index) => {
    const tick = min + index * step;
    // The sum of steps has errors that a text would show.
    return Math.abs(tick) < step * 1e-6 ? 0 : Number(tick.toPrecision(12));
  });
}

/** The ends of the stacked values of a series: where each begins and ends. */
export function stackOf({ series, stacking }: Plot): readonly (readonly (readonly [number, number])[])[] {
  const count = Math.max(0, ...series.map(({ values }) => values.length));
  const sums = Array.from({ length: count }, (_, at) =>
    series.reduce((sum, { values }) => sum + Math.abs(values[at] ?? 0), 0),
  );
  const tops = Array.from({ length: count }, () => 0);
  const bottoms = Array.from({ length: count }, () => 0);
  return series.map(({ values }) =>
    Array.from({ length: count }, (_, at): readonly [number, number] => {
      const value = values[at] ?? 0;
      if (stacking === 'none') return [0, value];
      const share = stacking === 'percent' ? (sums[at] ? value / (sums[at] ?? 1) : 0) : value;
      const ends = share >= 0 ? tops : bottoms;
      const start = ends[at] ?? 0;
      ends[at] = start + share;
      return [start, start + share];
    }),
  );
}
