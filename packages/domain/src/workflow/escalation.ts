import type { Draft } from './draft.ts';
import type { Task } from './model.ts';
import type { Escalation } from './stage-rules.ts';

/** The task that a task was escalated to; undefined if it was not escalated. */
export const successorOf = (task: Task, tasks: readonly Task[]): Task | undefined =>
  task.outcome === 'deadline_exceeded' ? tasks.find(({ replaces }) => replaces === task.id) : undefined;

/** The tasks that a task has replaced, the nearest first. */
function predecessorsOf(task: Task, tasks: readonly Task[]): readonly Task[] {
  const before = tasks.find(({ id }) => id === task.replaces);
  return before === undefined ? [] : [before, ...predecessorsOf(before, tasks)];
}

/** Whether the deadline of a task escalates it, unless there is nobody to whom. */
export function canEscalate(task: Task, tasks: readonly Task[], escalation: Escalation | undefined): boolean {
  const escalated = predecessorsOf(task, tasks).filter(({ outcome }) => outcome === 'deadline_exceeded');
  return escalation !== undefined && escalated.length < escalation.times;
}

/**
 * Gives overdue tasks to the people of the escalation rule, with a new deadline. The overdue tasks end by their deadline.
 * @returns false if the rule does not apply to them, so that the application must end. The draft is then unchanged.
 */
export function escalate(draft: Draft, overdue: readonly Task[]): boolean {
  const planned = overdue.map((task) => ({ task, target: targetOf(draft, task) }));
  const isLost = planned.some(({ task, target }) => target === null && isRequired(draft, task));
  if (isLost || planned.every(({ target }) => target === null)) return false;
  for (const { task } of planned) draft.cancelTask(task, 'deadline_exceeded');
  for (const { task, target } of planned) {
    if (target === null) continue;
    // One decision of the person is enough, unless each task of the stage must be approved.
    const isBusy = draft.open.some(({ assigneeID, step }) => assigneeID === target && step === task.step);
    if (isBusy && !isRequired(draft, task)) continue;
    const { step, stage, added } = task;
    draft.openTask({ step, stage, added, assigneeID: target, replaces: task.id });
  }
  return true;
}

/** Whether the stage is lost without the approval of this task. */
const isRequired = ({ flow }: Draft, { step, stage, added }: Task): boolean =>
  step === 'approve' && (added || flow.process.stages[stage ?? -1]?.rule === 'all_of');

function targetOf({ flow, tasks, context }: Draft, task: Task): string | null {
  if (!canEscalate(task, tasks, flow.process.escalation)) return null;
  const had = new Set([task, ...predecessorsOf(task, tasks)].map(({ assigneeID }) => assigneeID));
  if (task.step === 'approve') had.add(flow.applicantID);
  const targets = context.escalationTargets?.(task) ?? [];
  return targets.find((personID) => !had.has(personID) && context.isActive(personID)) ?? null;
}
