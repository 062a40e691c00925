import type { FlowEvent, TaskState } from '@sealflow/domain/workflow';
import { type DatabaseTransaction, inTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { recordAct } from '../audit/audit.usecases.ts';
import { actorOf, type Decider } from './decider.usecases.ts';
import { insertDecision } from './decision.repository.ts';
import { demandSeen } from './digest.usecases.ts';
import { type FlowRow, lockFlowOfTask } from './flow.repository.ts';
import { applyEvent, type WorkflowServices } from './flow-event.usecases.ts';
import { once } from './idempotency.usecases.ts';

/** What the holder of a task does with it, by the name of the rules' event; and as the audit calls it. */
const acts = {
  approve: 'task.approved',
  reject: 'task.rejected',
  complete: 'task.completed',
  add_approval: 'task.approval_added',
  transfer: 'task.transferred',
  read: 'task.read',
  handle: 'task.handled',
  download: 'task.downloaded',
} as const;
export type TaskAction = keyof typeof acts;

export interface Decision {
  readonly taskID: string;
  readonly action: TaskAction;
  readonly note: string | null;
  /** The digest of what the person saw; null where the client does not say. */
  readonly seen: string | null;
  readonly idempotencyKey: string | undefined;
  /** Who is to approve first, where the action is `add_approval`. */
  readonly approvers?: readonly string[];
  /** Who takes the task over, where the action is `transfer`. */
  readonly assignee?: string;
}

export interface DecidedTask {
  readonly id: string;
  readonly note: string | null;
  readonly processTime: number | null;
  readonly state: TaskState;
}

/**
 * Does something with a task, in one transaction: the flow's row is locked, the rules decide, the task is closed where it
 * is still awaiting, and the record, the answer to be repeated and the effects are written with it.
 * @throws ServiceError `work.task_not_found` for somebody else's task, `work.task_state_error` for one that is closed,
 * `work.changed_since_seen`, `work.idempotency_key_reused`, `work.not_allowed`, `work.approvers_invalid`.
 */
export function decideTask(
  services: WorkflowServices,
  decider: Decider,
  decision: Decision,
): Promise<DecidedTask> {
  const { member, session } = decider;
  const { taskID, action, note, seen, approvers, assignee, idempotencyKey: key } = decision;
  return inTransaction(services.db, async (transaction) => {
    const row = await lockFlowOfTask(transaction, { tid: member.tid, taskID });
    if (!row) throw new ServiceError('work.task_not_found');
    const request = { aid: session.aid, scope: `task:${taskID}`, key, at: new Date(services.clock()) };
    const named = approvers ?? assignee;
    const content = named === undefined ? [action, note, seen] : [action, note, seen, named];
    return once(transaction, { ...request, content }, async () => {
      const event = eventOf(decision, member.fid);
      const { tasks } = await applyEvent(transaction, services, { row, event });
      const closed = tasks.find((task) => task.id === taskID);
      if (closed?.processTime == null) throw new ServiceError('work.task_state_error');
      const { processTime, state } = closed;
      await record(transaction, { row, decision, decider, at: processTime });
      return { id: taskID, note: closed.note, processTime, state };
    });
  });
}

function eventOf({ taskID, action, note, approvers, assignee }: Decision, by: string): FlowEvent {
  const base = { by, taskID, note };
  if (action === 'add_approval') return { ...base, type: action, approvers: approvers ?? [] };
  if (action === 'transfer') return { ...base, type: action, assignee: assignee ?? '' };
  return { ...base, type: action };
}

async function record(
  transaction: DatabaseTransaction,
  facts: { row: FlowRow; decision: Decision; decider: Decider; at: number },
): Promise<void> {
  const { row, decision, decider, at } = facts;
  const { taskID, action, note, seen } = decision;
  const { member, session } = decider;
  const content = await demandSeen(transaction, row, seen);
  const decidedAt = new Date(at);
  await insertDecision(transaction, {
    task_id: taskID,
    tid: row.tid,
    flow_id: row.flow_id,
    action,
    aid: session.aid,
    fid: member.fid,
    note,
    seen_sha256: seen,
    content_sha256: content,
    decided_at: decidedAt,
  });
  const by = { handle: transaction, actor: actorOf(decider), at: decidedAt };
  await recordAct(by, { act: acts[action], subject: taskID, sha256: content });
}
