import { offsetOf } from '../infra/clock/clock.port.ts';
import { areas } from './areas/index.ts';
import type { Parts } from './parts.port.ts';

const hour = 3_600_000;

/**
 * Once an hour forgets what only mattered for a while, unless two clocks that ought to agree do not: one of them is wrong,
 * nobody here knows which, and what is deleted does not come back. @returns what ends it.
 */
export function startHousekeeping(parts: Parts): () => void {
  const timer = setInterval(() => {
    const now = parts.clock();
    const apart = offsetOf(parts.clock);
    if (Math.abs(apart) > hour) {
      parts.log.warn(
        { seconds: Math.round(apart / 1000) },
        'nothing is forgotten while the clocks of this machine and of the database differ by more than an hour',
      );
      return;
    }
    Promise.all(areas.map(async (area) => area.forget?.(parts, now))).catch(parts.onError);
  }, hour).unref();
  return () => clearInterval(timer);
}
