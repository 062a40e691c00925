import { inTransaction } from '../../infra/database/index.ts';
import { processingQueue } from '../workflow/flow-event.usecases.ts';
import { selectWaiting } from './catch-up.repository.ts';
import type { ProcessingServices } from './processing.port.ts';

const minute = 60_000;
const day = 1440 * minute;

/** Flows per run; the next hourly run handles the rest. */
const most = 1000;

/**
 * Requeues processing that nothing will start: approvals made by nodes of the first release, which had no processing,
 * and jobs whose retries are exhausted. A flow that is queued twice is processed once.
 */
export async function catchUp({
  db,
  clock,
  outbox,
}: Pick<ProcessingServices, 'db' | 'clock' | 'outbox'>): Promise<void> {
  const now = clock();
  const waiting = await selectWaiting(db, {
    waitingSince: new Date(now - minute),
    workedSince: new Date(now - 7 * day),
    queue: processingQueue.name,
    limit: most,
  });
  await inTransaction(db, (transaction) =>
    outbox.send(
      transaction,
      processingQueue,
      waiting.map((data) => ({ data })),
    ),
  );
}
