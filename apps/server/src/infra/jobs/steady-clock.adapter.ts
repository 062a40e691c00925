import type { Clock } from 'pg-boss';

/**
 * Time for the engine's waits, which goes on at the same pace when the machine's clock is set: by the engine's own clock a worker,
 * or the look for jobs whose worker died, rests for as long as the clock was set back.
 */
export const steadyClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  setTimeout: (work, ms) => setTimeout(work, ms),
  clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
  setInterval: (work, ms) => setInterval(work, ms),
  clearInterval: (timer) => clearInterval(timer as NodeJS.Timeout),
};
