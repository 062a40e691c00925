import { limits } from '@sealflow/domain/limits';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** When codes were sent for one requester or contact, in milliseconds since 1970, the oldest first. */
export interface CodeRequestLog {
  sentAt: readonly number[];
  /** Requests whose code could not be sent. They do not count as sent, but they are limited as well. */
  failedAt: readonly number[];
}

export type CodeRefusal = { reason: 'daily' | 'hourly' | 'wait'; waitMs: number };

/** Maximum numbers of codes, their minimum interval, and the maximum number of failed deliveries per minute. */
export interface CodeLimits {
  minIntervalMs: number;
  maxPerHour: number;
  maxPerDay: number;
  maxFailuresPerMinute: number;
}

/** Limits of one requester, from section 8 of the specification. */
export const requesterLimits: CodeLimits = {
  minIntervalMs: limits.codeResendWaitMs,
  maxPerHour: 5,
  maxPerDay: 10,
  maxFailuresPerMinute: 3,
};

/**
 * Limits of one contact for all unknown sources together. The first request of a source per day has a separate counter:
 * repeated requests from a few addresses cannot block the first request from another address.
 */
export const contactLimits: Record<'first' | 'further', CodeLimits> = {
  first: { minIntervalMs: 0, maxPerHour: 20, maxPerDay: 20, maxFailuresPerMinute: 10 },
  further: { minIntervalMs: 0, maxPerHour: 10, maxPerDay: 10, maxFailuresPerMinute: 10 },
};

/** @returns the limit that rejects a request, and the time to wait; undefined where the request is allowed. */
export function findCodeRefusal(
  { sentAt, failedAt }: CodeRequestLog,
  { minIntervalMs, maxPerHour, maxPerDay, maxFailuresPerMinute }: CodeLimits,
  now: number,
): CodeRefusal | undefined {
  const sentWithin = (spanMs: number) => sentAt.filter((at) => at > now - spanMs);
  const waitUntil = (times: readonly number[], count: number, spanMs: number) =>
    (times.at(-count) ?? now) + spanMs - now;
  const ofDay = sentWithin(dayMs);
  if (ofDay.length >= maxPerDay) return { reason: 'daily', waitMs: waitUntil(ofDay, maxPerDay, dayMs) };
  const ofHour = sentWithin(hourMs);
  if (ofHour.length >= maxPerHour) return { reason: 'hourly', waitMs: waitUntil(ofHour, maxPerHour, hourMs) };
  const last = sentAt.at(-1);
  if (last !== undefined && last > now - minIntervalMs)
    return { reason: 'wait', waitMs: last + minIntervalMs - now };
  const failed = failedAt.filter((at) => at > now - minuteMs);
  if (failed.length >= maxFailuresPerMinute)
    return { reason: 'wait', waitMs: waitUntil(failed, maxFailuresPerMinute, minuteMs) };
  return undefined;
}

/** Whether no code was sent within the last 24 hours. */
export const isFirstOfDay = ({ sentAt }: CodeRequestLog, now: number): boolean =>
  sentAt.every((at) => at <= now - dayMs);

/** @returns the log with a request at `now`, without entries that no longer count. */
export function addRequest(requestLog: CodeRequestLog, now: number): CodeRequestLog {
  return { ...pruneRequestLog(requestLog, now), sentAt: [...pruneRequestLog(requestLog, now).sentAt, now] };
}

/** @returns the log with the request at `requestedAt` moved to the failed ones, because its code could not be sent. */
export function markRequestFailed(
  requestLog: CodeRequestLog,
  { requestedAt, now }: { requestedAt: number; now: number },
): CodeRequestLog {
  const { sentAt, failedAt } = pruneRequestLog(requestLog, now);
  const index = sentAt.lastIndexOf(requestedAt);
  return { sentAt: sentAt.filter((_, at) => at !== index), failedAt: [...failedAt, now] };
}

function pruneRequestLog({ sentAt, failedAt }: CodeRequestLog, now: number): CodeRequestLog {
  return {
    sentAt: sentAt.filter((at) => at > now - dayMs),
    failedAt: failedAt.filter((at) => at > now - minuteMs),
  };
}

/** How long a request counts towards the limits. */
export const requestLogRetentionMs: number = dayMs;
