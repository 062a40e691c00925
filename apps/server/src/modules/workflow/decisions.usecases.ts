import type { FlowEvent, TaskState } from '@sealflow/domain/workflow';
import { type DatabaseTransaction, inTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { recordActs } from '../audit/audit.usecases.ts';
import { auditActorOf, type Decider } from './decider.usecases.ts';
import { insertDecision } from './decision.repository.ts';
import { assertUnchangedSinceSeen } from './digest.usecases.ts';
import { type FlowRow, lockFlowOfTask } from './flow.repository.ts';
import { applyEvent, type WorkflowServices } from './flow-event.usecases.ts';
import { runOnce } from './idempotency.usecases.ts';

/** The actions on a task, named as the events of the workflow rules, with the name of each in the audit trail. */
const auditActByAction = {
  approve: 'task.approved',
  reject: 'task.rejected',
  complete: 'task.completed',
  return_to_applicant: 'task.returned',
  return_to_stage: 'task.returned',
  add_approval: 'task.approval_added',
  transfer: 'task.transferred',
  read: 'task.read',
  handle: 'task.handled',
  download: 'task.downloaded',
} as const;
export type TaskAction = keyof typeof auditActByAction;

export interface Decision {
  readonly taskID: string;
  readonly action: TaskAction;
  readonly note: string | null;
  /** SHA-256 digest of the content that the person saw; null if the client does not send it. */
  readonly seen: string | null;
  readonly idempotencyKey: string | undefined;
  /** The additional approvers; set if the action is `add_approval`. */
  readonly approvers?: readonly string[];
  /** The new assignee; set if the action is `transfer`. */
  readonly assignee?: string;
  /** The number of the earlier stage; set if the action is `return_to_stage`. */
  readonly stage?: number;
}

export interface DecidedTask {
  readonly id: string;
  readonly note: string | null;
  readonly processTime: number | null;
  readonly state: TaskState;
}

/**
 * Performs an action on a task in one transaction: it locks the flow's row, applies the workflow rules and closes the
 * task if it is still awaiting. The decision record, the response for repeated requests and the effects are written
 * in the same transaction.
 * The deputy of an absent assignee decides in place of the assignee: the record names both, and the decision counts for the assignee.
 * @throws ServiceError `work.task_not_found` for another person's task, `work.deputy_is_applicant`, `work.task_state_error` for a closed task,
 * `work.changed_since_seen`, `work.idempotency_key_reused`, `work.not_allowed`, `work.approvers_invalid`, `work.return_target_invalid`.
 */
export function decideTask(
  services: WorkflowServices,
  decider: Decider,
  decision: Decision,
): Promise<DecidedTask> {
  const { member, session } = decider;
  const { taskID, action, note, seen, approvers, assignee, stage, idempotencyKey: key } = decision;
  return inTransaction(services.db, async (transaction) => {
    const row = await lockFlowOfTask(transaction, { tid: member.tid, taskID });
    if (!row) throw new ServiceError('work.task_not_found');
    const request = { aid: session.aid, scope: `task:${taskID}`, key, at: new Date(services.clock()) };
    const recipients = approvers ?? assignee ?? stage;
    const content = recipients === undefined ? [action, note, seen] : [action, note, seen, recipients];
    return runOnce(transaction, { ...request, content }, async () => {
      const event = eventOf(decision, member.fid);
      const { tasks } = await applyEvent(transaction, services, { row, event });
      const closed = tasks.find((task) => task.id === taskID);
      if (closed?.processTime == null) throw new ServiceError('work.task_state_error');
      const { processTime, state } = closed;
      const forFid = closed.decidedBy === undefined ? null : closed.assigneeID;
      await insertDecisionRecord(transaction, { row, decision, decider, forFid, at: processTime });
      return { id: taskID, note: closed.note, processTime, state };
    });
  });
}

function eventOf({ taskID, action, note, approvers, assignee, stage }: Decision, by: string): FlowEvent {
  const base = { by, taskID, note };
  if (action === 'add_approval') return { ...base, type: action, approvers: approvers ?? [] };
  if (action === 'transfer') return { ...base, type: action, assignee: assignee ?? '' };
  if (action === 'return_to_applicant') return { ...base, type: action, note: note ?? '' };
  if (action === 'return_to_stage') return { ...base, type: action, note: note ?? '', stage: stage ?? -1 };
  return { ...base, type: action };
}

async function insertDecisionRecord(
  transaction: DatabaseTransaction,
  facts: { row: FlowRow; decision: Decision; decider: Decider; forFid: string | null; at: number },
): Promise<void> {
  const { row, decision, decider, forFid, at } = facts;
  const { taskID, action, note, seen } = decision;
  const { member, session } = decider;
  const content = await assertUnchangedSinceSeen(transaction, row, seen);
  const decidedAt = new Date(at);
  await insertDecision(transaction, {
    task_id: taskID,
    tid: row.tid,
    flow_id: row.flow_id,
    action,
    aid: session.aid,
    fid: member.fid,
    for_fid: forFid,
    note,
    seen_sha256: seen,
    content_sha256: content,
    decided_at: decidedAt,
  });
  const by = { handle: transaction, actor: auditActorOf(decider), at: decidedAt };
  await recordActs(by, [
    { act: auditActByAction[action], subject: taskID, sha256: content },
    ...(forFid === null ? [] : [{ act: 'task.decided_for', subject: forFid } as const]),
  ]);
}
