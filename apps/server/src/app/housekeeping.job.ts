import { offsetOf } from '../infra/clock/clock.port.ts';
import { areas } from './areas/index.ts';
import type { Parts } from './parts.port.ts';

const hour = 3_600_000;

/**
 * Deletes expired records every hour. Skips a run while the local clock and the database clock differ by more than an
 * hour: one of them is wrong, it is not known which, and a deletion cannot be undone.
 * @returns a function that stops it.
 */
export function startHousekeeping(parts: Parts): () => void {
  const timer = setInterval(() => {
    const now = parts.clock();
    const apart = offsetOf(parts.clock);
    if (Math.abs(apart) > hour) {
      parts.log.warn(
        { seconds: Math.round(apart / 1000) },
        'housekeeping skipped: the local clock and the database clock differ by more than an hour',
      );
      return;
    }
    Promise.all(areas.map(async (area) => area.forget?.(parts, now))).catch(parts.onError);
  }, hour).unref();
  return () => clearInterval(timer);
}
