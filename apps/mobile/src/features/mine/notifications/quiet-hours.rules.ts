import { minutesPerDay, type QuietHours } from '@sealflow/domain/notifications';

/** The hours that a person gets who switches them on for the first time. */
export const usualQuietHours = (timeZone: string): QuietHours => ({
  from: 22 * 60,
  until: 7 * 60,
  days: [0, 1, 2, 3, 4, 5, 6],
  timeZone,
});

/** Minutes since midnight as the value of a time field. */
export function toTimeValue(minutes: number): string {
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}

/** The value of a time field as minutes since midnight; null while it is incomplete. */
export function parseTimeValue(value: string): number | null {
  const [, hours, minutes] = /^(\d\d):(\d\d)/u.exec(value) ?? [];
  if (hours === undefined || minutes === undefined) return null;
  const total = Number(hours) * 60 + Number(minutes);
  return total < minutesPerDay ? total : null;
}

/** The days with this one added or taken away, in their order. */
export const toggleDay = (days: readonly number[], day: number): number[] =>
  (days.includes(day) ? days.filter((one) => one !== day) : [...days, day]).toSorted((a, b) => a - b);

/** Why these hours cannot be stored; null if they can. */
export function faultOf({ from, until, days }: QuietHours): 'noDay' | 'alwaysQuiet' | null {
  if (days.length === 0) return 'noDay';
  return from === until && days.length === 7 ? 'alwaysQuiet' : null;
}
