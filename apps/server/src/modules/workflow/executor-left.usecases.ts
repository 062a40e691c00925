import type { DatabaseTransaction } from '../../infra/database/index.ts';
import { executorLeftQueue, type WorkflowServices } from './flow-event.usecases.ts';

/**
 * Enqueues the job that removes a person's open tasks because the person may no longer act in a tenant: the
 * membership ended or lost the right to sign in. The job is sent in the transaction that makes this change.
 */
export function enqueueExecutorLeft(
  { outbox }: Pick<WorkflowServices, 'outbox'>,
  transaction: DatabaseTransaction,
  person: { readonly tid: string; readonly fid: string },
): Promise<void> {
  const { tid, fid } = person;
  return outbox.send(transaction, executorLeftQueue, [{ data: { tid, fid } }]);
}
