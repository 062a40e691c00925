const shortest = 1_000;
const longest = 60_000;

/**
 * How long to wait before the next try, in ms: twice as long after each failure, up to a minute, and spread over its
 * half, so that not everybody comes back at once to a service that has just started.
 * @param failures - tries that failed in a row, 1 or more.
 * @param chance - from 0 up to 1.
 */
export function backOff(failures: number, chance: number): number {
  const whole = Math.min(shortest * 2 ** (failures - 1), longest);
  return Math.round(whole * (0.5 + chance / 2));
}
