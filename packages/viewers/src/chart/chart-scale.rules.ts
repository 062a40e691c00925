import type { Plot } from './chart.rules.ts';

/** The values of an axis, and the distance of its marks. */
export type Scale = { readonly min: number; readonly max: number; readonly step: number };

const targetSteps = 6;

/** A scale with round marks that contains all values; bars and areas start at zero. */
export function niceScale(values: readonly number[], startsAtZero: boolean): Scale {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (low > high) return { min: 0, max: 1, step: 0.2 };
  // A range far from zero does not start there, as in office programs.
  if (startsAtZero || low > 0 ? low - (high - low) / 2 <= 0 || startsAtZero : false) low = Math.min(0, low);
  if (high < 0 && startsAtZero) high = 0;
  const range = high - low || Math.abs(high) || 1;
  const magnitude = 10 ** Math.floor(Math.log10(range / targetSteps));
  const step =
    [1, 2, 5, 10].map((factor) => factor * magnitude).find((each) => range / each <= targetSteps + 1) ??
    range;
  const min = Math.floor(low / step) * step;
  const top = Math.ceil(high / step) * step;
  return { min, max: top <= high && top > 0 ? top + step : Math.max(top, min + step), step };
}

/** The marks of a scale. */
export function ticksOf({ min, max, step }: Scale): readonly number[] {
  const count = Math.min(100, Math.round((max - min) / step));
  return Array.from({ length: count + 1 }, (_, index) => min + index * step);
}

/** A number as an axis shows it. */
export const tickText = (value: number): string =>
  Math.abs(value) >= 1e9 ? value.toExponential(2) : String(Math.round(value * 1e6) / 1e6);

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
      const share = stacking === 'percent' ? (sums[at] ? (value / (sums[at] ?? 1)) * 100 : 0) : value;
      const ends = share >= 0 ? tops : bottoms;
      const start = ends[at] ?? 0;
      ends[at] = start + share;
      return [start, start + share];
    }),
  );
}
