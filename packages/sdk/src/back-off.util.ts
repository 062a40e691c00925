const minDelayMs = 1_000;
const maxDelayMs = 60_000;

/**
 * Exponential back-off with jitter, in ms: the delay doubles after each failure, up to a minute, and is randomised
 * over its upper half, so that clients do not all reconnect at once to a service that has just started.
 * @param failures - failed attempts in a row, 1 or more.
 * @param random - from 0 (inclusive) to 1 (exclusive).
 */
export function backOffDelayMs(failures: number, random: number): number {
  const delayMs = Math.min(minDelayMs * 2 ** (failures - 1), maxDelayMs);
  return Math.round(delayMs * (0.5 + random / 2));
}
