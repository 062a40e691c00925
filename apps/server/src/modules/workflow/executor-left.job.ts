import { findActivePeople } from '../tenants/people.usecases.ts';
import type { executorLeftQueue, WorkflowServices } from './flow-event.usecases.ts';
import { advanceFlow } from './processing-flow.usecases.ts';
import { selectFlowsAwaiting } from './task.repository.ts';

type ExecutorLeftJob = NonNullable<(typeof executorLeftQueue)['data']>;

/**
 * Closes or reassigns the open tasks of a person who can no longer act in the tenant, each flow in its own
 * transaction.
 */
export async function handleExecutorLeft(
  services: WorkflowServices,
  { tid, fid }: ExecutorLeftJob,
): Promise<void> {
  // A person who was reactivated in the meantime keeps their tasks.
  if ((await findActivePeople(services.db, { tid, fids: [fid] })).has(fid)) return;
  for (const flowID of await selectFlowsAwaiting(services.db, { tid, fid })) {
    await advanceFlow(services, { tid, flowID, event: { type: 'executor_left', personID: fid } });
  }
}
