export type WaitUnit = 'second' | 'minute' | 'hour' | 'day' | 'month' | 'year';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Each unit is used up to its limit of section 9. A month counts as 30 days, a year as 365. */
const units: readonly (readonly [unit: WaitUnit, length: number, below: number])[] = [
  ['second', second, minute],
  ['minute', minute, hour],
  ['hour', hour, day],
  ['day', day, 30 * day],
  ['month', 30 * day, 365 * day],
  ['year', 365 * day, Number.POSITIVE_INFINITY],
];

/**
 * The length of a wait in the largest unit that fits (section 9).
 * @param milliseconds - negative values count as 0.
 * @returns whole units, truncated. The app formats them with `Intl`.
 */
export function waitTime(milliseconds: number): { readonly value: number; readonly unit: WaitUnit } {
  const wait = Math.max(milliseconds, 0);
  const [unit, length] = units.find(([, , below]) => wait < below) ?? (['year', 365 * day] as const);
  return { value: Math.floor(wait / length), unit };
}
