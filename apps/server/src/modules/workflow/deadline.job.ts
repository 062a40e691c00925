import { inTransaction } from '../../infra/database/index.ts';
import { applyEvent } from './apply-event.usecases.ts';
import { lockFlow } from './flow.repository.ts';
import { deadlineQueue, type WorkflowServices } from './flow-event.usecases.ts';
import { remindOfDeadline } from './reminders.usecases.ts';

type DeadlineJob = NonNullable<(typeof deadlineQueue)['data']>;

/**
 * Upper bound of this node's clock lag behind the database: the clock is compared with the database at this interval.
 */
const maxClockLagMs = 60_000;

/**
 * Ends a flow whose open task is overdue, or reminds the assignees of a deadline that is near. A job that arrives early, by another
 * node's clock, is rescheduled.
 */
export async function handleDeadline(services: WorkflowServices, job: DeadlineJob): Promise<void> {
  const { tid, flowID, reminderOf } = job;
  if (reminderOf !== undefined) {
    await remindOfDeadline(services, { tid, flowID, dueAt: reminderOf });
    return;
  }
  await inTransaction(services.db, async (transaction) => {
    const row = await lockFlow(transaction, { tid, flowID });
    if (!row?.deadline) return;
    const due = row.deadline.getTime();
    const remainingMs = due - services.clock();
    if (remainingMs > 0) {
      // The queue's clock may be ahead of this node's. Without the extra delay the queue would send the job again at
      // once.
      const after = new Date(due + Math.min(remainingMs, maxClockLagMs));
      await services.outbox.send(transaction, deadlineQueue, [{ data: { tid, flowID }, after }]);
      return;
    }
    await applyEvent(transaction, services, { row, event: { type: 'deadline_reached' } });
  });
}
