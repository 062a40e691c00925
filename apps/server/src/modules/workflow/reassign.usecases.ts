import { randomUUID } from 'node:crypto';
import { inTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { Actor } from '../../infra/http/access.port.ts';
import { recordAct } from '../audit/audit.usecases.ts';
import { assertUnchangedSinceSeen } from './digest.usecases.ts';
import { insertFlowAct, lockFlowOfTask } from './flow.repository.ts';
import { applyEvent, type WorkflowServices } from './flow-event.usecases.ts';
import { selectTasks } from './task.repository.ts';

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
  const { tid } = actor;
  return inTransaction(services.db, async (transaction) => {
    const row = await lockFlowOfTask(transaction, { tid, taskID });
    // A draft is private to its applicant; it has no tasks.
    if (!row || row.state === 'new') throw new ServiceError('work.task_not_found');
    const task = (await selectTasks(transaction, row.flow_id)).find(({ id }) => id === taskID);
    const by = task?.assigneeID;
    if (by == null) throw new ServiceError('work.task_state_error');
    const event = { type: 'transfer', by, taskID, note: reason, assignee } as const;
    await applyEvent(transaction, services, { row, event });
    const at = new Date(services.clock());
    const content = await assertUnchangedSinceSeen(transaction, row, null);
    const isMember = actor.kind === 'member';
    await insertFlowAct(transaction, {
      act_id: randomUUID(),
      tid,
      flow_id: row.flow_id,
      action: 'reassign',
      aid: isMember ? actor.session.aid : null,
      fid: isMember ? actor.member.fid : null,
      operator_id: isMember ? null : actor.operatorID,
      note: reason,
      seen_sha256: null,
      content_sha256: content,
      done_at: at,
    });
    await recordAct(
      { handle: transaction, actor, at },
      { act: 'task.reassigned', subject: taskID, sha256: content },
    );
  });
}
