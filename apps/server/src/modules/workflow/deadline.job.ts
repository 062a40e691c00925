import { inTransaction } from '../../infra/database/index.ts';
import { lockFlow } from './flow.repository.ts';
import { applyEvent, deadlineQueue, type WorkflowServices } from './flow-event.usecases.ts';

type DeadlineJob = NonNullable<(typeof deadlineQueue)['data']>;

/** The most that this node can be behind the database: it asks what time it is as often. */
const minute = 60_000;

/** Ends a flow whose open task is overdue. A job that comes early by another clock is put off, not lost. */
export async function reachDeadline(services: WorkflowServices, { tid, flowID }: DeadlineJob): Promise<void> {
  await inTransaction(services.db, async (transaction) => {
    const row = await lockFlow(transaction, { tid, flowID });
    if (!row?.deadline) return;
    const due = row.deadline.getTime();
    const early = due - services.clock();
    if (early > 0) {
      // Where the queue goes ahead of this node it has to wait for as long, or it would send the job again and again.
      const after = new Date(due + Math.min(early, minute));
      await services.outbox.send(transaction, deadlineQueue, [{ data: { tid, flowID }, after }]);
      return;
    }
    await applyEvent(transaction, services, { row, event: { type: 'deadline_reached' } });
  });
}
