const dayMs = 86_400_000;
const minuteMs = 60_000;

/**
 * The first milliseconds of the last days, oldest first; the last one is today.
 * @param options - `offsetMinutes`: midnight is that of this offset from UTC.
 */
export function lastDays(
  now: number,
  { count, offsetMinutes }: { count: number; offsetMinutes: number },
): number[] {
  const offsetMs = offsetMinutes * minuteMs;
  const today = Math.floor((now + offsetMs) / dayMs) * dayMs - offsetMs;
  return Array.from({ length: count }, (_, index) => today - (count - 1 - index) * dayMs);
}
