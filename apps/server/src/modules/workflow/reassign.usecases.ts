import { type DatabaseTransaction, inTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { Actor } from '../../infra/http/access.port.ts';
import { createTimeOrderedID } from '../../infra/random/time-ordered-id.util.ts';
import { recordActs } from '../audit/audit.usecases.ts';
import { applyEvent } from './apply-event.usecases.ts';
import { assertUnchangedSinceSeen } from './digest.usecases.ts';
import { type FlowRow, lockFlow, lockFlowOfTask } from './flow.repository.ts';
import { insertFlowAct } from './flow-acts.repository.ts';
import type { WorkflowServices } from './flow-event.usecases.ts';
import { selectFlowsAwaiting, selectTasks } from './task.repository.ts';

/**
 * Gives an open task to another person on behalf of an administrator. The workflow treats it as a transfer by the assignee;
 * the log of the flow and the audit name the administrator.
 * @throws ServiceError `work.task_not_found`, `work.task_state_error` for a closed task or one that only its assignee can do,
 * `work.flow_state_error`, `work.approvers_invalid` for a person who cannot get the task.
 */
export function reassignTask(
  services: WorkflowServices,
  actor: Actor,
  { taskID, assignee, reason }: { taskID: string; assignee: string; reason: string },
): Promise<void> {
  return inTransaction(services.db, async (transaction) => {
    const row = await lockFlowOfTask(transaction, { tid: actor.tid, taskID });
    // A draft is private to its applicant; it has no tasks.
    if (!row || row.state === 'new') throw new ServiceError('work.task_not_found');
    await reassignInFlow(transaction, services, { actor, row, taskID, assignee, reason });
  });
}

/**
 * Locks the flows with an open task of a person, in the order of their ids. Flows are locked before the membership, as
 * decisions do.
 */
export async function lockFlowsAwaiting(
  transaction: DatabaseTransaction,
  person: { tid: string; fid: string },
): Promise<readonly string[]> {
  const flowIDs = await selectFlowsAwaiting(transaction, person);
  for (const flowID of flowIDs) await lockFlow(transaction, { tid: person.tid, flowID });
  return flowIDs;
}

/**
 * Gives the open tasks of a leaving person to another. A task that the other cannot get stays, and is reassigned when the
 * membership ends as if there were no successor.
 * @param flowIDs - the flows that {@link lockFlowsAwaiting} has locked.
 * @returns how many tasks changed hands, and how many stay.
 */
export async function handOverTasks(
  transaction: DatabaseTransaction,
  services: Pick<WorkflowServices, 'clock' | 'outbox'>,
  {
    actor,
    flowIDs,
    from,
    to,
    reason,
  }: { actor: Actor; flowIDs: readonly string[]; from: string; to: string; reason: string },
): Promise<{ tasks: number; tasksLeft: number }> {
  const counts = { tasks: 0, tasksLeft: 0 };
  for (const flowID of flowIDs) {
    const open = (await selectTasks(transaction, flowID)).filter(
      ({ assigneeID, state, step }) => assigneeID === from && state === 'awaiting' && step !== 'cc',
    );
    for (const { id: taskID } of open) {
      const row = await lockFlow(transaction, { tid: actor.tid, flowID });
      if (!row) continue;
      try {
        await reassignInFlow(transaction, services, { actor, row, taskID, assignee: to, reason });
        counts.tasks += 1;
      } catch (error) {
        // The rules of the flow refuse the event before anything is written.
        if (!(error instanceof ServiceError) || !error.code.startsWith('work.')) throw error;
        counts.tasksLeft += 1;
      }
    }
  }
  return counts;
}

async function reassignInFlow(
  transaction: DatabaseTransaction,
  services: Pick<WorkflowServices, 'clock' | 'outbox'>,
  {
    actor,
    row,
    taskID,
    assignee,
    reason,
  }: { actor: Actor; row: FlowRow; taskID: string; assignee: string; reason: string },
): Promise<void> {
  const task = (await selectTasks(transaction, row.flow_id)).find(({ id }) => id === taskID);
  const by = task?.assigneeID;
  if (by == null) throw new ServiceError('work.task_state_error');
  const event = { type: 'transfer', by, taskID, note: reason, assignee } as const;
  await applyEvent(transaction, services, { row, event });
  const at = new Date(services.clock());
  const content = await assertUnchangedSinceSeen(transaction, row, null);
  const isMember = actor.kind === 'member';
  await insertFlowAct(transaction, {
    act_id: createTimeOrderedID(),
    tid: actor.tid,
    flow_id: row.flow_id,
    action: 'reassign',
    aid: isMember ? actor.session.aid : null,
    fid: isMember ? actor.member.fid : null,
    operator_id: isMember ? null : actor.operatorID,
    task_id: taskID,
    note: reason,
    seen_sha256: null,
    content_sha256: content,
    done_at: at,
  });
  await recordActs({ handle: transaction, actor, at }, [
    { act: 'task.reassigned', subject: taskID, sha256: content },
    { act: 'task.reassigned_from', subject: by },
    { act: 'task.reassigned_to', subject: assignee },
  ]);
}
