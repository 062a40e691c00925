import type { TaskState } from '@sealflow/domain/workflow';
import type { DatabaseTransaction } from '../../infra/database/index.ts';
import { inTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { AccountSession, Member } from '../../infra/http/access.port.ts';
import { insertDecision } from './decision.repository.ts';
import { digestOfContent } from './digest.usecases.ts';
import { type FlowRow, lockFlowOfTask, selectFiles } from './flow.repository.ts';
import { applyEvent, type WorkflowServices } from './flow-event.usecases.ts';
import { once } from './idempotency.usecases.ts';

export interface Decision {
  readonly taskID: string;
  readonly action: 'approve' | 'reject';
  readonly note: string | null;
  /** The digest of what the person saw; null where the client does not say. */
  readonly seen: string | null;
  readonly idempotencyKey: string | undefined;
}

export interface DecidedTask {
  readonly id: string;
  readonly note: string | null;
  readonly processTime: number | null;
  readonly state: TaskState;
}

/** Who decides: a person of a tenant, on a session of their account. */
export interface Decider {
  readonly member: Pick<Member, 'tid' | 'fid'>;
  readonly session: Pick<AccountSession, 'aid'>;
}

/**
 * Decides a task, in one transaction: the flow's row is locked, the rules decide, the task is closed where it is still
 * awaiting, and the record, the answer to be repeated and the effects are written with it.
 * @throws ServiceError `work.task_not_found` for somebody else's task, `work.task_state_error` for one that is closed,
 * `work.changed_since_seen`, `work.idempotency_key_reused`.
 */
export function decideTask(
  services: WorkflowServices,
  { member, session }: Decider,
  decision: Decision,
): Promise<DecidedTask> {
  const { taskID, action, note, seen, idempotencyKey: key } = decision;
  return inTransaction(services.db, async (transaction) => {
    const row = await lockFlowOfTask(transaction, { tid: member.tid, taskID });
    if (!row) throw new ServiceError('work.task_not_found');
    const request = { aid: session.aid, scope: `task:${taskID}`, key, at: new Date(services.clock()) };
    return once(transaction, { ...request, content: [action, note, seen] }, async () => {
      const event = { type: action, by: member.fid, taskID, note };
      const { tasks } = await applyEvent(transaction, services, { row, event });
      const closed = tasks.find((task) => task.id === taskID);
      if (closed?.processTime == null) throw new ServiceError('work.task_state_error');
      const { processTime, state } = closed;
      await record(transaction, { row, decision, decider: { member, session }, at: processTime });
      return { id: taskID, note: closed.note, processTime, state };
    });
  });
}

async function record(
  transaction: DatabaseTransaction,
  facts: { row: FlowRow; decision: Decision; decider: Decider; at: number },
): Promise<void> {
  const { row, decision, decider, at } = facts;
  const { taskID, action, note, seen } = decision;
  const content = digestOfContent(row, await selectFiles(transaction, row.flow_id));
  if (seen !== null && seen !== content) throw new ServiceError('work.changed_since_seen');
  await insertDecision(transaction, {
    task_id: taskID,
    tid: row.tid,
    flow_id: row.flow_id,
    action,
    aid: decider.session.aid,
    fid: decider.member.fid,
    note,
    seen_sha256: seen,
    content_sha256: content,
    decided_at: new Date(at),
  });
}
