import type { Application, ModelContext, Task } from './application.ts';

/**
 * The people who get overdue tasks, by index of the task; null if the application ends instead: nobody can get a task, or
 * nobody can get one whose approval is necessary.
 */
export function escalationTargets(
  application: Application,
  overdue: readonly number[],
  context: ModelContext,
): readonly { readonly at: number; readonly person: string }[] | null {
  const targets: { at: number; person: string }[] = [];
  for (const at of overdue) {
    const person = targetOf(application, at, context);
    if (person !== undefined) targets.push({ at, person });
    else if (isNecessary(application, application.tasks[at]!)) return null;
  }
  return targets.length === 0 ? null : targets;
}

/** Whether the stage is lost without the approval of this task. */
export const isNecessary = ({ procedure }: Application, { step, stage, isAdded }: Task): boolean =>
  step === 'approve' && (isAdded || procedure.stages[stage]?.requiresAll === true);

/** The first person of the rule who is a member and has not had the task. The applicant gets no approval. */
function targetOf(
  { tasks, applicant, procedure: { escalation } }: Application,
  at: number,
  { isMember }: ModelContext,
): string | undefined {
  const earlier = replacedBy(tasks, at);
  const times = earlier.filter(({ outcome }) => outcome === 'deadline_exceeded').length;
  if (escalation === undefined || times >= escalation.times) return undefined;
  const task = tasks[at]!;
  const excluded = [task, ...earlier].map(({ assignee }) => assignee);
  if (task.step === 'approve') excluded.push(applicant);
  return escalation.people.find((person) => isMember(person) && !excluded.includes(person));
}

function replacedBy(tasks: readonly Task[], at: number): Task[] {
  const before = tasks[at]!.replacedTask;
  return before === null ? [] : [tasks[before]!, ...replacedBy(tasks, before)];
}
