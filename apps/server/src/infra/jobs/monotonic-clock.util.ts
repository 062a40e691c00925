import type { Clock } from 'pg-boss';

/**
 * Monotonic clock for the timers of pg-boss. With its default clock, workers and the supervision of crashed workers pause for as
 * long as the clock of the machine was set back.
 */
export const monotonicClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  setTimeout: (work, ms) => setTimeout(work, ms),
  clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
  setInterval: (work, ms) => setInterval(work, ms),
  clearInterval: (timer) => clearInterval(timer as NodeJS.Timeout),
};
