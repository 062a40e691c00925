const hour = 3_600_000;

/** How long before its end a running session's token is exchanged, and how far apart two tries are. */
export const refreshTimes = { ahead: 24 * hour, apart: 60_000, everyOfShort: hour } as const;

export type RunningToken = {
  readonly expire: number;
  /** Only a token bound to the device has a successor. */
  readonly bound: boolean;
  /** When a refresh was last tried and last done, ms since 1970; null for never in this run. */
  readonly triedAt: number | null;
  readonly doneAt: number | null;
  /** A start without a network left its refresh undone. */
  readonly owed: boolean;
};

const isLongAgo = (time: number | null, span: number, now: number) => time === null || now - time >= span;

/** Whether the token of a running session is exchanged now; the start itself always does. */
export function isRefreshDue({ expire, bound, triedAt, doneAt, owed }: RunningToken, now: number): boolean {
  if (!isLongAgo(triedAt, refreshTimes.apart, now) || expire <= now) return false;
  if (owed) return true;
  // A service whose tokens live shorter than a day is not asked every minute of it.
  return bound && expire - now <= refreshTimes.ahead && isLongAgo(doneAt, refreshTimes.everyOfShort, now);
}
