import { offsetOf } from '../infra/clock/clock.port.ts';
import { serviceModules } from './areas/index.ts';
import type { ServiceContext } from './service-context.types.ts';

const hourMs = 3_600_000;

/**
 * Deletes expired records every hour. Skips a run while the local clock and the database clock differ by more than an
 * hour: one of them is wrong, it is not known which, and a deletion cannot be undone.
 * @returns a function that stops it.
 */
export function startHousekeeping(context: ServiceContext): () => void {
  const timer = setInterval(() => {
    const now = context.clock();
    const offsetMs = offsetOf(context.clock);
    if (Math.abs(offsetMs) > hourMs) {
      context.log.warn(
        { seconds: Math.round(offsetMs / 1000) },
        'housekeeping skipped: the local clock and the database clock differ by more than an hour',
      );
      return;
    }
    Promise.all(
      serviceModules.map(async (serviceModule) => serviceModule.deleteExpired?.(context, now)),
    ).catch(context.onError);
  }, hourMs).unref();
  return () => clearInterval(timer);
}
