import { applyTransition, decide, type FlowSnapshot, type Process } from '@sealflow/domain/workflow';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import { findEscalationTargets } from './escalation.usecases.ts';

/**
 * The people who would get a task one after the other, if nobody decides before its deadline. Empty if the application would
 * end at the first deadline. The rules and the people are those of real applications.
 */
export async function simulateEscalation(
  db: DatabaseHandle,
  {
    tid,
    process,
    applicant,
    assignee,
  }: {
    tid: string;
    process: Process;
    applicant: string;
    assignee: string;
  },
): Promise<readonly string[]> {
  if (process.escalation === undefined || process.taskTimeLimit === null) return [];
  let next = 0;
  const newID = (): string => {
    next += 1;
    return `simulated-${next}`;
  };
  const stages = [{ rule: 'any_of', approvers: [assignee] }] as const;
  const flow = {
    id: 'simulated',
    applicantID: applicant,
    state: 'new',
    stage: -1,
    process: { ...process, stages, skipped: [] },
  } as const;
  const submit = { type: 'submit', by: applicant } as const;
  let snapshot = step({ flow, tasks: [] }, submit, { at: 0, newID, isActive: (fid) => fid === assignee });
  const people: string[] = [];
  for (;;) {
    const open = snapshot.tasks.find(({ state }) => state === 'awaiting');
    if (open === undefined) return people;
    if (open.assigneeID !== null && open.assigneeID !== assignee) people.push(open.assigneeID);
    const at = open.dueAt ?? 0;
    const targets = await findEscalationTargets(db, { tid, snapshot, at });
    const escalationTargets = ({ id }: { id: string }) => targets.get(id) ?? [];
    const context = { at, newID, isActive: () => true, escalationTargets };
    snapshot = step(snapshot, { type: 'deadline_reached' }, context);
  }
}

function step(
  before: FlowSnapshot,
  event: Parameters<typeof decide>[1],
  context: Parameters<typeof decide>[2],
): FlowSnapshot {
  const result = decide(before, event, context);
  if (!result.ok) throw new Error(`the simulated application rejects ${event.type}: ${result.code}`);
  return applyTransition(before, result);
}
