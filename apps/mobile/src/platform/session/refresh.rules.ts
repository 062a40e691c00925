const hourMs = 3_600_000;

/** How long before its expiry a running session's token is refreshed, and the intervals between attempts, in ms. */
export const refreshIntervals = {
  beforeExpiryMs: 24 * hourMs,
  retryIntervalMs: 60_000,
  shortTokenIntervalMs: hourMs,
} as const;

export type RunningToken = {
  readonly expire: number;
  /** Only a token bound to the device can be refreshed. */
  readonly bound: boolean;
  /** Times of the last attempt and the last success, ms since 1970; null for never in this run. */
  readonly triedAt: number | null;
  readonly doneAt: number | null;
  /** A start without a network skipped its refresh. */
  readonly isOwed: boolean;
};

const isLongAgo = (time: number | null, spanMs: number, now: number) => time === null || now - time >= spanMs;

/** Whether to refresh the token of a running session now; the start itself always does. */
export function isRefreshDue({ expire, bound, triedAt, doneAt, isOwed }: RunningToken, now: number): boolean {
  if (!isLongAgo(triedAt, refreshIntervals.retryIntervalMs, now) || expire <= now) return false;
  if (isOwed) return true;
  // For tokens that live shorter than a day: not refreshed every minute.
  return (
    bound &&
    expire - now <= refreshIntervals.beforeExpiryMs &&
    isLongAgo(doneAt, refreshIntervals.shortTokenIntervalMs, now)
  );
}
