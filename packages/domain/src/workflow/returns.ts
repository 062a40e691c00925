import type { Draft } from './draft.ts';
import type { FlowEvent, Process, Stage, Task, WorkflowErrorCode } from './model.ts';
import { continueSkipped } from './skipped-stages.ts';
import { cancelApprovals, openStage } from './steps.ts';

type Stages = readonly Stage[];
type EventOf<Type extends FlowEvent['type']> = Extract<FlowEvent, { type: Type }>;

/** How often an application can be returned. Each return lengthens its process. */
export const maxReturns = 50;

/** The number of a stage in the process as it was designed, from 0. */
export const positionOf = (stages: Stages, index: number): number => stages[index]?.position ?? index;

/**
 * The stages whose decisions count while a stage is open: it, and the last one of each number before it. Decisions before a
 * return to the applicant do not count.
 * @returns indexes, in order.
 */
export function stagesInForce(stages: Stages, index: number): number[] {
  const indexes: number[] = [];
  let position = positionOf(stages, index) + 1;
  for (let current = index; current >= 0 && position > 0; current -= 1) {
    if (positionOf(stages, current) !== position - 1) continue;
    indexes.unshift(current);
    position -= 1;
  }
  return indexes;
}

/** The number of the submission or return to which a stage belongs, from 0. */
export function roundOf(stages: Stages, index: number): number {
  const starts = stages
    .slice(1, index + 1)
    .filter((_, before) => positionOf(stages, before + 1) <= positionOf(stages, before));
  return starts.length;
}

/** The tasks of the approval whose decisions count for the content of the application as it is now. */
export function tasksInForce({ stages }: Process, stage: number, tasks: readonly Task[]): Task[] {
  const inForce = new Set(stagesInForce(stages, stage));
  return tasks.filter((task) => task.step === 'approve' && task.stage !== null && inForce.has(task.stage));
}

/** Where the decision of a task returned the application: to the applicant (`stage` null), or to the stage of that number. */
export interface ReturnTarget {
  readonly stage: number | null;
}

/**
 * Where a task returned the application; null if it did not. No other decision on an approval has the outcome `handled`.
 * @param tasks - all tasks of the application.
 */
export function returnTargetOf(
  { stages }: Process,
  { step, outcome, stage }: Task,
  tasks: readonly Task[],
): ReturnTarget | null {
  if (step !== 'approve' || outcome !== 'handled' || stage === null) return null;
  const wentToApplicant = tasks.some((task) => task.step === 'initiate' && task.stage === stage);
  return { stage: wentToApplicant ? null : positionOf(stages, stage + 1) };
}

/** The task of the applicant of a returned application; undefined if it is not returned now. */
export const findRevisionTask = (tasks: readonly Task[]): Task | undefined =>
  tasks.find(({ step, state }) => step === 'initiate' && state === 'awaiting');

/** The stages to which the open stage can return an application. */
export function earlierStages(stages: Stages, index: number): { index: number; position: number }[] {
  const earlier = stagesInForce(stages, index).slice(0, -1);
  return earlier.map((one) => ({ index: one, position: positionOf(stages, one) }));
}

/** Returns the application to its applicant, who changes it and submits it again. */
export function returnToApplicant({ draft, event, task }: Returning<'return_to_applicant'>) {
  const { applicantID, stage } = draft.flow;
  if (draft.activeAmong([applicantID]).length === 0 || !canReturn(draft)) return invalidTarget;
  closeStage(draft, task, event.note);
  draft.replaceStages(continuedStages(draft.flow.process.stages, stage, 0));
  draft.openTask({ step: 'initiate', stage, assigneeID: applicantID });
  draft.enterState('waiting');
  return null;
}

/** Returns the application to an earlier stage, whose approvers decide again about the same content. */
export function returnToStage({ draft, event, task }: Returning<'return_to_stage'>) {
  const { stages } = draft.flow.process;
  const { stage } = draft.flow;
  const target = earlierStages(stages, stage).find(({ position }) => position === event.stage);
  const approvers = target === undefined ? [] : (stages[target.index]?.approvers ?? []);
  // Nobody could decide there, and the return would end the application.
  if (draft.activeAmong(approvers).length === 0 || !canReturn(draft)) return invalidTarget;
  closeStage(draft, task, event.note);
  draft.replaceStages(continuedStages(stages, stage, event.stage));
  openStage(draft, stage + 1);
  return null;
}

/** Submits a returned application again: all stages of the process decide about the new content. */
export function resubmit({
  draft,
  event,
}: {
  readonly draft: Draft;
  readonly event: EventOf<'resubmit'>;
}): WorkflowErrorCode | null {
  const { applicantID, stage, process } = draft.flow;
  if (event.by !== applicantID) return 'work.not_allowed';
  const task = findRevisionTask(draft.open);
  if (task === undefined) return 'work.flow_state_error';
  draft.processTask(task, 'handled', event.note);
  const skipped = continueSkipped({ until: process.skipped, next: event.process.skipped }, stage);
  draft.replaceProcess({
    ...event.process,
    ...(skipped.length === 0 ? {} : { skipped }),
    stages: [...process.stages.slice(0, stage + 1), ...numbered(event.process.stages, 0)],
  });
  openStage(draft, stage + 1);
  return null;
}

interface Returning<Type extends 'return_to_applicant' | 'return_to_stage'> {
  readonly draft: Draft;
  readonly event: EventOf<Type>;
  readonly task: Task;
}

const invalidTarget: WorkflowErrorCode = 'work.return_target_invalid';

function canReturn({ flow: { process, stage } }: Draft): boolean {
  return roundOf(process.stages, stage) < maxReturns;
}

function closeStage(draft: Draft, task: Task, reason: string): void {
  draft.processTask(task, 'handled', reason);
  cancelApprovals(draft, 'handled_by_others');
}

/** The stages until now as they were decided, then those of the process from a number on. */
function continuedStages(stages: Stages, index: number, position: number): Stage[] {
  const inForce = stagesInForce(stages, index).flatMap((one) => stages[one] ?? []);
  const planned = [...inForce, ...stages.slice(index + 1)];
  return [...stages.slice(0, index + 1), ...numbered(planned.slice(position), position)];
}

const numbered = (stages: Stages, from: number): Stage[] =>
  stages.map((stage, offset) => ({ ...stage, position: from + offset }));
