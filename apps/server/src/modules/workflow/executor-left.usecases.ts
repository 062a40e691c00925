import type { DatabaseTransaction } from '../../infra/database/index.ts';
import { executorLeftQueue, type WorkflowServices } from './flow-event.usecases.ts';

/**
 * Has the open tasks of somebody taken from them who may not act in a tenant any more: the membership ended, or lost the
 * right to sign in. Sent in the transaction in which that happens; done as a job.
 */
export function executorLeft(
  { outbox }: Pick<WorkflowServices, 'outbox'>,
  transaction: DatabaseTransaction,
  person: { readonly tid: string; readonly fid: string },
): Promise<void> {
  const { tid, fid } = person;
  return outbox.send(transaction, executorLeftQueue, [{ data: { tid, fid } }]);
}
