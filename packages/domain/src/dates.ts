/** The date filters of section 3, in display order, with their length in days (section 9). */
export const dateWindows = {
  all: null,
  today: [0, 1],
  tomorrow: [1, 2],
  yesterday: [-1, 0],
  within_3_days: [-3, 4],
  within_10_days: [-10, 11],
  within_30_days: [-30, 31],
} as const satisfies Record<string, readonly [from: number, to: number] | null>;

export type DateWindow = keyof typeof dateWindows;

/** Half-open interval in milliseconds since 1970: `from` inclusive, `to` exclusive. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/**
 * The time span of a date filter, from midnight to midnight in the local time zone. Days are calendar days: a day with
 * a clock change has 23 or 25 hours.
 * @returns null for `all`.
 */
export function windowSpan(window: DateWindow, now: Date): TimeSpan | null {
  const days = dateWindows[window];
  return days === null ? null : { from: midnight(now, days[0]), to: midnight(now, days[1]) };
}

/** The time slots of section 9, in hours from midnight; hours above 24 are on the next day. */
const timeSlots = {
  all_day: [6, 30],
  morning: [6, 12],
  afternoon: [13, 18],
  evening: [19, 30],
} as const satisfies Record<string, readonly [from: number, to: number]>;

export type TimeSlot = keyof typeof timeSlots;

/** The time span of a slot on the calendar day of `day`, in the local time zone. */
export function slotSpan(slot: TimeSlot, day: Date): TimeSpan {
  const [from, to] = timeSlots[slot];
  return { from: hourOf(day, from), to: hourOf(day, to) };
}

function midnight(now: Date, days: number): number {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days).getTime();
}

function hourOf(day: Date, hour: number): number {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate(), hour).getTime();
}
