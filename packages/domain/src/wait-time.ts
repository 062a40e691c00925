export type WaitUnit = 'second' | 'minute' | 'hour' | 'day' | 'month' | 'year';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Each unit is used up to its limit of section 9. A month counts as 30 days, a year as 365. */
const units: readonly (readonly [unit: WaitUnit, length: number, below: number])[] = [
  ['second', secondMs, minuteMs],
  ['minute', minuteMs, hourMs],
  ['hour', hourMs, dayMs],
  ['day', dayMs, 30 * dayMs],
  ['month', 30 * dayMs, 365 * dayMs],
  ['year', 365 * dayMs, Number.POSITIVE_INFINITY],
];

/**
 * The length of a wait in the largest unit that fits (section 9).
 * @param milliseconds - negative values count as 0.
 * @returns whole units, truncated. The app formats them with `Intl`.
 */
export function waitTime(milliseconds: number): { readonly value: number; readonly unit: WaitUnit } {
  const wait = Math.max(milliseconds, 0);
  const [unit, length] = units.find(([, , below]) => wait < below) ?? (['year', 365 * dayMs] as const);
  return { value: Math.floor(wait / length), unit };
}
