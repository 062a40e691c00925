const mostBytes = 16 * 1024 * 1024;
const seconds = { least: 3, most: 30 } as const;

/** How many seconds lie ready before the player, so that a film of any size takes about as much memory. */
export function secondsAhead(size: number, duration: number): number {
  const rate = duration > 0 ? size / duration : mostBytes;
  return Math.min(seconds.most, Math.max(seconds.least, mostBytes / Math.max(1, rate)));
}

/** What was played stays a moment, for a short step back. */
export const secondsBehind = 10;

type Ranges = Pick<TimeRanges, 'length' | 'start' | 'end'>;

/** The end of what lies ready from a time on; null where nothing lies at it. */
export function readyUntil(ranges: Ranges, at: number): number | null {
  for (let index = 0; index < ranges.length; index += 1) {
    if (ranges.start(index) <= at && at < ranges.end(index)) return ranges.end(index);
  }
  return null;
}
