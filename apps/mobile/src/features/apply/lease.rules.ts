import type { DraftDetails } from './draft.types.ts';

const day = 86_400_000;

/** The last moment of a day of the device's calendar; null for what is no day. */
export function endOfDay(text: string): number | null {
  const [year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/u.exec(text)?.slice(1).map(Number) ?? [];
  if (year === undefined || month === undefined || date === undefined) return null;
  const end = new Date(year, month - 1, date, 23, 59, 59, 999);
  return end.getMonth() === month - 1 ? end.getTime() : null;
}

/** When the lease ends, in ms since 1970; null for never, undefined for a day that is none. */
export function leaseEnd(
  { lease, leaseDay }: Pick<DraftDetails, 'lease' | 'leaseDay'>,
  now: number,
): number | null | undefined {
  if (lease === 'forever') return null;
  if (lease === 'date') return endOfDay(leaseDay) ?? undefined;
  // By the whole minute: a second look at the same form says the same.
  return Math.floor(now / 60_000) * 60_000 + Number(lease) * day;
}

/** A moment's day in the device's calendar, as date fields write it. */
export function dayOf(time: number): string {
  const date = new Date(time);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
