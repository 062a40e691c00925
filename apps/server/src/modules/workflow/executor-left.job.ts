import { activePeople } from '../tenants/people.usecases.ts';
import type { executorLeftQueue, WorkflowServices } from './flow-event.usecases.ts';
import { advanceFlow } from './processing-flow.usecases.ts';
import { selectFlowsHeldUp } from './task.repository.ts';

type LeaverJob = NonNullable<(typeof executorLeftQueue)['data']>;

/** Takes the open tasks of somebody who cannot act in the tenant any more, each in a transaction of its own. */
export async function leaveTasks(services: WorkflowServices, { tid, fid }: LeaverJob): Promise<void> {
  // Who was let in again meanwhile keeps what they hold.
  if ((await activePeople(services.db, { tid, fids: [fid] })).has(fid)) return;
  for (const flowID of await selectFlowsHeldUp(services.db, { tid, fid })) {
    await advanceFlow(services, { tid, flowID, event: { type: 'executor_left', personID: fid } });
  }
}
