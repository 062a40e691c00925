import { limits } from '@sealflow/domain/limits';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** What one number or address was sent; milliseconds since 1970, the oldest first. */
export interface PastAsks {
  sentAt: readonly number[];
  /** Those that could not be sent: they use up nothing, but nobody may go on so for ever. */
  failedAt: readonly number[];
}

export type CodeRefusal = { why: 'daily' | 'hourly' | 'wait'; waitMs: number };

/** Codes to one number or address, how far apart, and how many of them that could not be sent in a minute. */
const most = { apart: limits.codeResendWait, hour: 5, day: 10, failuresInMinute: 3 };

/** @returns why no code goes out now, and for how long; undefined where one may. */
export function codeRefusal({ sentAt, failedAt }: PastAsks, now: number): CodeRefusal | undefined {
  const within = (span: number) => sentAt.filter((at) => at > now - span);
  const until = (times: readonly number[], count: number, span: number) =>
    (times.at(-count) ?? now) + span - now;
  const ofDay = within(day);
  if (ofDay.length >= most.day) return { why: 'daily', waitMs: until(ofDay, most.day, day) };
  const ofHour = within(hour);
  if (ofHour.length >= most.hour) return { why: 'hourly', waitMs: until(ofHour, most.hour, hour) };
  const last = sentAt.at(-1);
  if (last !== undefined && last > now - most.apart) return { why: 'wait', waitMs: last + most.apart - now };
  const failed = failedAt.filter((at) => at > now - minute);
  if (failed.length >= most.failuresInMinute)
    return { why: 'wait', waitMs: until(failed, most.failuresInMinute, minute) };
  return undefined;
}

/** @returns what still limits later asks, with this one among them. */
export function withAsk(asks: PastAsks, now: number): PastAsks {
  return { ...recent(asks, now), sentAt: [...recent(asks, now).sentAt, now] };
}

/** @returns the same without the ask of that time, which could not be sent after all. */
export function withoutAsk(asks: PastAsks, { askedAt, now }: { askedAt: number; now: number }): PastAsks {
  const { sentAt, failedAt } = recent(asks, now);
  const index = sentAt.lastIndexOf(askedAt);
  return { sentAt: sentAt.filter((_, at) => at !== index), failedAt: [...failedAt, now] };
}

function recent({ sentAt, failedAt }: PastAsks, now: number): PastAsks {
  return {
    sentAt: sentAt.filter((at) => at > now - day),
    failedAt: failedAt.filter((at) => at > now - minute),
  };
}

/** How long an ask is remembered. */
export const asksRememberedFor: number = day;
