import { limits } from '@sealflow/domain/limits';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** When codes were sent for one requester or contact, in milliseconds since 1970, the oldest first. */
export interface PastAsks {
  sentAt: readonly number[];
  /** Requests whose code could not be sent. They do not count as sent, but they are limited as well. */
  failedAt: readonly number[];
}

export type CodeRefusal = { why: 'daily' | 'hourly' | 'wait'; waitMs: number };

/** Maximum numbers of codes, their minimum interval, and the maximum number of failed deliveries per minute. */
export interface CodeBounds {
  apartMs: number;
  inHour: number;
  inDay: number;
  failuresInMinute: number;
}

/** Limits of one requester, from section 8 of the specification. */
export const requesterBounds: CodeBounds = {
  apartMs: limits.codeResendWait,
  inHour: 5,
  inDay: 10,
  failuresInMinute: 3,
};

/**
 * Limits of one contact for all unknown sources together. The first request of a source per day has a separate counter:
 * repeated requests from a few addresses cannot block the first request from another address.
 */
export const contactBounds: Record<'first' | 'further', CodeBounds> = {
  first: { apartMs: 0, inHour: 20, inDay: 20, failuresInMinute: 10 },
  further: { apartMs: 0, inHour: 10, inDay: 10, failuresInMinute: 10 },
};

/** @returns the limit that rejects a request, and the time to wait; undefined where the request is allowed. */
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

/** Whether no code was sent within the last 24 hours. */
export const isFirstOfDay = ({ sentAt }: PastAsks, now: number): boolean =>
  sentAt.every((at) => at <= now - day);

/** @returns the log with a request at `now`, without entries that no longer count. */
export function withAsk(asks: PastAsks, now: number): PastAsks {
  return { ...recent(asks, now), sentAt: [...recent(asks, now).sentAt, now] };
}

/** @returns the log with the request at `requestedAt` moved to the failed ones, because its code could not be sent. */
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

/** How long a request counts towards the limits. */
export const asksRememberedFor: number = day;
