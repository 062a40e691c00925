const hour = 3_600_000;

/** How long before its expiry a running session's token is refreshed, and the intervals between attempts, in ms. */
export const refreshTimes = { ahead: 24 * hour, apart: 60_000, everyOfShort: hour } as const;

export type RunningToken = {
  readonly expire: number;
  /** Only a token bound to the device can be refreshed. */
  readonly bound: boolean;
  /** Times of the last attempt and the last success, ms since 1970; null for never in this run. */
  readonly triedAt: number | null;
  readonly doneAt: number | null;
  /** A start without a network skipped its refresh. */
  readonly owed: boolean;
};

const isLongAgo = (time: number | null, span: number, now: number) => time === null || now - time >= span;

/** Whether to refresh the token of a running session now; the start itself always does. */
export function isRefreshDue({ expire, bound, triedAt, doneAt, owed }: RunningToken, now: number): boolean {
  if (!isLongAgo(triedAt, refreshTimes.apart, now) || expire <= now) return false;
  if (owed) return true;
  // For tokens that live shorter than a day: not refreshed every minute.
  return bound && expire - now <= refreshTimes.ahead && isLongAgo(doneAt, refreshTimes.everyOfShort, now);
}
