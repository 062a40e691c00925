import { slotSpan, type TimeSlot } from '@sealflow/domain/dates';
import type { DraftDetails } from './draft.types.ts';

const dayMs = 86_400_000;

export const leaseSlots: readonly TimeSlot[] = ['all_day', 'morning', 'afternoon', 'evening'];

/** Parses the value of a date field in the device's calendar; null if it is not a date. */
export function parseDay(text: string): Date | null {
  const [year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/u.exec(text)?.slice(1).map(Number) ?? [];
  if (year === undefined || month === undefined || date === undefined) return null;
  const found = new Date(year, month - 1, date);
  return found.getMonth() === month - 1 ? found : null;
}

/** Formats the day of a time (ms since 1970) as the value of a date field, in the device's calendar. */
export function formatDay(time: number): string {
  const date = new Date(time);
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

type LeaseFields = Pick<DraftDetails, 'lease' | 'leaseDay' | 'leaseSlot'>;

/** When the lease ends, in ms since 1970; null for never, undefined for an invalid date. */
export function leaseEnd(
  { lease, leaseDay, leaseSlot }: LeaseFields,
  now: number,
): number | null | undefined {
  if (lease === 'forever') return null;
  if (lease === 'date') {
    const chosen = parseDay(leaseDay);
    return chosen === null ? undefined : slotSpan(leaseSlot, chosen).to;
  }
  // Rounded to the minute, so that repeated calls for one form agree.
  return Math.floor(now / 60_000) * 60_000 + Number(lease) * dayMs;
}

/** The form fields for an existing end: the slot that ends at that time, or else the whole day. */
export function leaseFields(until: number | null): LeaseFields {
  if (until === null) return { lease: 'forever', leaseDay: '', leaseSlot: 'all_day' };
  // The evening slot ends on the next day.
  for (const leaseDay of [formatDay(until), formatDay(until - dayMs)]) {
    const leaseSlot = leaseSlots.find(
      (slot) => slotSpan(slot, parseDay(leaseDay) ?? new Date(until)).to === until,
    );
    if (leaseSlot !== undefined) return { lease: 'date', leaseDay, leaseSlot };
  }
  return { lease: 'date', leaseDay: formatDay(until), leaseSlot: 'all_day' };
}
