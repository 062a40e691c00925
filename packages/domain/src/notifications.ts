/** What a push notification can be about. People switch each kind off by itself. */
export const notificationKinds = ['task', 'application', 'comment', 'message', 'announcement'] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** Hours without pushes, at the wall clock of a time zone. */
export interface QuietHours {
  /** Minutes since midnight. */
  readonly from: number;
  /** Minutes since midnight. Not after `from`: on the next day, so that equal times last a day. */
  readonly until: number;
  /** The days on which the hours begin; 0 is Sunday. */
  readonly days: readonly number[];
  /** IANA name, such as `Asia/Shanghai`. */
  readonly timeZone: string;
}

export const minutesPerDay = 1440;
const minuteMs = 60_000;
const daysPerWeek = 7;

/** Whether this runtime knows the time zone. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/**
 * When the quiet hours that contain this time end, in milliseconds since 1970; null outside of quiet hours. Hours that follow each
 * other without a gap end together, after a week at most.
 */
export function quietUntil(hours: QuietHours, at: number): number | null {
  let end: number | null = null;
  for (let span = 0; span < daysPerWeek; span++) {
    const next = endOfSpan(hours, end ?? at);
    if (next === null) return end;
    end = next;
  }
  return end;
}

function endOfSpan({ from, until, days, timeZone }: QuietHours, at: number): number | null {
  const { day, minutes } = wallClock(at, timeZone);
  const beginsToday = days.includes(day);
  const beganYesterday = days.includes((day + daysPerWeek - 1) % daysPerWeek);
  const isQuiet =
    from < until
      ? beginsToday && from <= minutes && minutes < until
      : (beginsToday && from <= minutes) || (beganYesterday && minutes < until);
  if (!isQuiet) return null;
  const waitMinutes = (until - minutes + minutesPerDay) % minutesPerDay || minutesPerDay;
  const end = Math.floor(at / minuteMs) * minuteMs + waitMinutes * minuteMs;
  return correctedForClockChange(end, { until, timeZone, after: at });
}

/** A change between standard and summer time on the way moves the end by the difference. */
function correctedForClockChange(
  end: number,
  { until, timeZone, after }: { until: number; timeZone: string; after: number },
): number {
  const halfDay = minutesPerDay / 2;
  const { minutes } = wallClock(end, timeZone);
  const late = ((minutes - until + minutesPerDay + halfDay) % minutesPerDay) - halfDay;
  const corrected = end - late * minuteMs;
  return corrected > after ? corrected : end;
}

function wallClock(at: number, timeZone: string): { day: number; minutes: number } {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at);
  const valueOf = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value;
  const day = weekdays.indexOf(valueOf('weekday') ?? '');
  return { day, minutes: Number(valueOf('hour')) * 60 + Number(valueOf('minute')) };
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
