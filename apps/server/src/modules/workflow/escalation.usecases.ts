import { eligibleHeads, type FlowSnapshot, successorOf, type Task } from '@sealflow/domain/workflow';
import type { DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';
import { recordActs } from '../audit/audit.usecases.ts';
import { listHeadsAbove } from '../tenants/organisations.usecases.ts';
import { findActivePeople } from '../tenants/people.usecases.ts';

/**
 * The people to whom each overdue task can be escalated, in order. Heads are those at this moment: the assignee may have got the
 * task by a transfer.
 */
export async function findEscalationTargets(
  db: DatabaseHandle,
  { tid, snapshot, at }: { tid: string; snapshot: FlowSnapshot; at: number },
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { escalation } = snapshot.flow.process;
  const targets = new Map<string, readonly string[]>();
  if (escalation === undefined) return targets;
  for (const { id, assigneeID, state, dueAt } of snapshot.tasks) {
    if (assigneeID === null || state !== 'awaiting' || dueAt === null || dueAt > at) continue;
    if (escalation.to === 'people') {
      const active = await findActivePeople(db, { tid, fids: escalation.people });
      targets.set(
        id,
        escalation.people.filter((fid) => active.has(fid)),
      );
      continue;
    }
    const headIDs = await listHeadsAbove(db, { tid, fid: assigneeID });
    const active = await findActivePeople(db, { tid, fids: headIDs });
    const { applicantID } = snapshot.flow;
    const heads = eligibleHeads(headIDs, { applicantID, isActive: (fid) => active.has(fid) });
    const others = heads.filter((head) => head !== assigneeID);
    targets.set(id, escalation.to === 'department_head' ? others.slice(0, 1) : others.slice(1, 2));
  }
  return targets;
}

/** The tasks that an event escalated, each with the task of the person who got it. */
export const escalatedTasks = (
  before: readonly Task[],
  after: readonly Task[],
): readonly { from: Task; to: Task }[] => {
  const open = new Set(before.flatMap(({ id, state }) => (state === 'awaiting' ? [id] : [])));
  return after.flatMap((from) => {
    const to = open.has(from.id) ? successorOf(from, after) : undefined;
    return to === undefined ? [] : [{ from, to }];
  });
};

/** Records escalations in the audit, in the transaction of the event. */
export async function recordEscalations(
  transaction: DatabaseTransaction,
  escalated: readonly { from: Task; to: Task }[],
  { tid, at }: { tid: string; at: Date },
): Promise<void> {
  await recordActs(
    { handle: transaction, actor: { kind: 'service', tid }, at },
    escalated.flatMap(({ from, to }) => [
      { act: 'task.escalated' as const, subject: from.id },
      ...(from.assigneeID === null
        ? []
        : [{ act: 'task.escalated_from' as const, subject: from.assigneeID }]),
      ...(to.assigneeID === null ? [] : [{ act: 'task.escalated_to' as const, subject: to.assigneeID }]),
    ]),
  );
}
