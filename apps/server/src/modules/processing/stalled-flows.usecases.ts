import { inTransaction } from '../../infra/database/index.ts';
import { processingQueue } from '../workflow/flow-event.usecases.ts';
import type { ProcessingServices } from './processing.types.ts';
import { selectStalledFlows } from './stalled-flows.repository.ts';

const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;

/** Flows per run; the next hourly run handles the rest. */
const maxFlowsPerRun = 1000;

/**
 * Requeues processing that nothing will start: approvals made by nodes of the first release, which had no processing,
 * and jobs whose retries are exhausted. A flow that is queued twice is processed once.
 */
export async function requeueStalledFlows({
  db,
  clock,
  outbox,
}: Pick<ProcessingServices, 'db' | 'clock' | 'outbox'>): Promise<void> {
  const now = clock();
  const stalledFlows = await selectStalledFlows(db, {
    notStartedSince: new Date(now - minuteMs),
    notFinishedSince: new Date(now - 7 * dayMs),
    queue: processingQueue.name,
    limit: maxFlowsPerRun,
  });
  await inTransaction(db, (transaction) =>
    outbox.send(
      transaction,
      processingQueue,
      stalledFlows.map((data) => ({ data })),
    ),
  );
}
