import { inTransaction } from '../../infra/database/index.ts';
import { lockFlow } from './flow.repository.ts';
import { applyEvent, deadlineQueue, type WorkflowServices } from './flow-event.usecases.ts';

type DeadlineJob = NonNullable<(typeof deadlineQueue)['data']>;

/** Ends a flow whose open task is overdue. A job that comes early by another machine's clock is put off, not lost. */
export async function reachDeadline(services: WorkflowServices, { tid, flowID }: DeadlineJob): Promise<void> {
  await inTransaction(services.db, async (transaction) => {
    const row = await lockFlow(transaction, { tid, flowID });
    if (!row?.deadline) return;
    if (services.clock() < row.deadline.getTime()) {
      await services.outbox.send(transaction, deadlineQueue, [
        { data: { tid, flowID }, after: row.deadline },
      ]);
      return;
    }
    await applyEvent(transaction, services, { row, event: { type: 'deadline_reached' } });
  });
}
