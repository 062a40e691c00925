import { offsetOf } from '../../infra/clock/clock.port.ts';
import { toError } from '../../infra/errors/to-error.util.ts';
import { type HousekeepingOutcome, recordHousekeeping } from '../../modules/deployment/nodes.usecases.ts';
import type { ServiceContext, ServiceModule } from './service-context.types.ts';

const maxClockOffsetMs = 3_600_000;

/**
 * Creates the function that deletes expired records of all modules. Calls while it runs share one run. It skips a run while the local
 * clock and the database clock differ by more than an hour: one of them is wrong, it is not known which, and a deletion
 * cannot be undone.
 */
export function createHousekeeping(
  modules: readonly ServiceModule[],
  context: () => ServiceContext,
): () => Promise<HousekeepingOutcome> {
  let running: Promise<HousekeepingOutcome> | undefined;
  return () => {
    running ??= runRecorded(modules, context()).finally(() => {
      running = undefined;
    });
    return running;
  };
}

async function runRecorded(
  modules: readonly ServiceModule[],
  context: ServiceContext,
): Promise<HousekeepingOutcome> {
  const outcome = await deleteExpired(modules, context);
  // The outcome is information only: a failure to store it must not fail the run.
  await recordHousekeeping(context, outcome).catch(context.onError);
  return outcome;
}

async function deleteExpired(
  modules: readonly ServiceModule[],
  context: ServiceContext,
): Promise<HousekeepingOutcome> {
  const now = context.clock();
  const offsetMs = offsetOf(context.clock);
  if (Math.abs(offsetMs) > maxClockOffsetMs) {
    context.log.warn(
      { seconds: Math.round(offsetMs / 1000) },
      'housekeeping skipped: the local clock and the database clock differ by more than an hour',
    );
    return 'skipped';
  }
  const results = await Promise.allSettled(
    modules.map(async (serviceModule) => serviceModule.deleteExpired?.(context, now)),
  );
  const failures = results.filter((result) => result.status === 'rejected');
  for (const { reason } of failures) context.onError(toError(reason));
  return failures.length === 0 ? 'done' : 'failed';
}
