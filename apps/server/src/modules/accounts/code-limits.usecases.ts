import { limits } from '@sealflow/domain/limits';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** When codes were sent for one requester or contact; milliseconds since 1970, the oldest first. */
export interface PastAsks {
  sentAt: readonly number[];
  /** Those that could not be sent: they use up nothing, but nobody may go on so for ever. */
  failedAt: readonly number[];
}

export type CodeRefusal = { why: 'daily' | 'hourly' | 'wait'; waitMs: number };

/** How many codes, how far apart, and how many of them that could not be sent in a minute. */
export interface CodeBounds {
  apartMs: number;
  inHour: number;
  inDay: number;
  failuresInMinute: number;
}

/** Of one requester: the limits that section 8 names. */
export const requesterBounds: CodeBounds = {
  apartMs: limits.codeResendWait,
  inHour: 5,
  inDay: 10,
  failuresInMinute: 3,
};

/**
 * Of one contact, for all unknown sources together. The first request of a source in a day is counted apart from its further ones:
 * further requests from a few addresses leave the first request from another address its place.
 */
export const contactBounds: Record<'first' | 'further', CodeBounds> = {
  first: { apartMs: 0, inHour: 20, inDay: 20, failuresInMinute: 10 },
  further: { apartMs: 0, inHour: 10, inDay: 10, failuresInMinute: 10 },
};

/** @returns why no code is sent now, and for how long; undefined where one is. */
export function codeRefusal(
  { sentAt, failedAt }: PastAsks,
  { apartMs, inHour, inDay, failuresInMinute }: CodeBounds,
  now: number,
): CodeRefusal | undefined {
  const within = (span: number) => sentAt.filter((at) => at > now - span);
  const until = (times: readonly number[], count: number, span: number) =>
    (times.at(-count) ?? now) + span - now;
  const ofDay = within(day);
  if (ofDay.length >= inDay) return { why: 'daily', waitMs: until(ofDay, inDay, day) };
  const ofHour = within(hour);
  if (ofHour.length >= inHour) return { why: 'hourly', waitMs: until(ofHour, inHour, hour) };
  const last = sentAt.at(-1);
  if (last !== undefined && last > now - apartMs) return { why: 'wait', waitMs: last + apartMs - now };
  const failed = failedAt.filter((at) => at > now - minute);
  if (failed.length >= failuresInMinute)
    return { why: 'wait', waitMs: until(failed, failuresInMinute, minute) };
  return undefined;
}

/** Whether nothing was sent within the day. */
export const isFirstOfDay = ({ sentAt }: PastAsks, now: number): boolean =>
  sentAt.every((at) => at <= now - day);

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
