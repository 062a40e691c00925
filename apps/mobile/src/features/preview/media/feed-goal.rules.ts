const mostBytes = 16 * 1024 * 1024;
const seconds = { least: 3, most: 30 } as const;

/** The seconds to buffer ahead of the player, so that memory use is about the same for films of any size. */
export function secondsAhead(size: number, duration: number): number {
  const rate = duration > 0 ? size / duration : mostBytes;
  return Math.min(seconds.most, Math.max(seconds.least, mostBytes / Math.max(1, rate)));
}

/** Seconds of played media that stay buffered, for a short seek back. */
export const secondsBehind = 10;

type Ranges = Pick<TimeRanges, 'length' | 'start' | 'end'>;

/** The end of the buffered range that contains a time; null where that time is not buffered. */
export function readyUntil(ranges: Ranges, at: number): number | null {
  for (let index = 0; index < ranges.length; index += 1) {
    if (ranges.start(index) <= at && at < ranges.end(index)) return ranges.end(index);
  }
  return null;
}
