const maxBufferBytes = 16 * 1024 * 1024;
const bufferSeconds = { min: 3, max: 30 } as const;

/** The seconds to buffer ahead of the player, so that memory use is about the same for films of any size. */
export function secondsAhead(size: number, duration: number): number {
  const bytesPerSecond = duration > 0 ? size / duration : maxBufferBytes;
  return Math.min(
    bufferSeconds.max,
    Math.max(bufferSeconds.min, maxBufferBytes / Math.max(1, bytesPerSecond)),
  );
}

/** Seconds of played media that stay buffered, for a short seek back. */
export const secondsBehind = 10;

type Ranges = Pick<TimeRanges, 'length' | 'start' | 'end'>;

/** The end of the buffered range that contains a time; null where that time is not buffered. */
export function bufferedUntil(ranges: Ranges, at: number): number | null {
  for (let index = 0; index < ranges.length; index += 1) {
    if (ranges.start(index) <= at && at < ranges.end(index)) return ranges.end(index);
  }
  return null;
}
