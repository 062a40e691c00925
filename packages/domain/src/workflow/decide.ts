import { Draft } from './draft.ts';
import type {
  FlowEvent,
  FlowEventType,
  FlowSnapshot,
  Task,
  Transition,
  WorkflowContext,
  WorkflowError,
  WorkflowErrorCode,
} from './model.ts';
import { type Rule, rules, stepOfEvent } from './rules.ts';

/**
 * Applies an event to a flow (specification section 4, service.md 'Workflow').
 * @param snapshot - the flow and all its tasks; not modified.
 * @param event - what happened.
 * @param context - the time, new ids for tasks, who is active, and who deputises for whom.
 * @returns the new flow, the changed tasks and the resulting effects; or an error, which changes nothing.
 */
export function decide(
  snapshot: FlowSnapshot,
  event: FlowEvent,
  context: WorkflowContext,
): Transition | WorkflowError {
  const task = 'taskID' in event ? findTask(snapshot, event, context) : null;
  if (typeof task === 'string') return { ok: false, code: task };
  // Row and event have the same type, which the compiler cannot infer from the look-up.
  const rule = rules[snapshot.flow.state][event.type] as Rule<FlowEventType> | undefined;
  if (rule === undefined) return { ok: false, code: 'work.flow_state_error' };
  const draft = new Draft(snapshot, context);
  const refusal = rule({ draft, event, task: task as Task & null });
  return refusal === null ? draft.toTransition() : { ok: false, code: refusal };
}

/**
 * Whether an event would be accepted now. Uses the rule that would apply it, so that only possible actions are offered.
 * @param snapshot - the flow and all its tasks.
 * @param event - the event that a person could send. All people that it names count as active.
 * @param at - milliseconds since 1970.
 */
export function isPossible(snapshot: FlowSnapshot, event: FlowEvent, at: number): boolean {
  let next = 0;
  const newID = (): string => {
    next += 1;
    return `possible-${next}`;
  };
  return decide(snapshot, event, { at, newID, isActive: () => true }).ok;
}

function findTask(
  snapshot: FlowSnapshot,
  event: Extract<FlowEvent, { taskID: string }>,
  context: WorkflowContext,
): Task | WorkflowErrorCode {
  const task = snapshot.tasks.find(({ id }) => id === event.taskID);
  const isOwn = task?.assigneeID === event.by;
  // Another person's task gives the same error as a missing one: it must not reveal that the task exists.
  if (task === undefined || !(isOwn || isTaskOfDeputy(task, event.by, context))) return 'work.task_not_found';
  if (task.state !== 'awaiting') return 'work.task_state_error';
  if (stepOfEvent[event.type]?.includes(task.step) !== true) return 'work.task_state_error';
  if (isOwn) return task;
  return event.by === snapshot.flow.applicantID
    ? 'work.deputy_is_applicant'
    : { ...task, decidedBy: event.by };
}

function isTaskOfDeputy(
  { assigneeID, step }: Task,
  personID: string,
  { isDeputyOf }: WorkflowContext,
): boolean {
  // Copies and downloads are for their assignees alone.
  const isWork = step === 'approve' || step === 'file_process';
  return isWork && assigneeID !== null && isDeputyOf?.(personID, assigneeID) === true;
}

/**
 * The flow snapshot after a transition.
 * @param snapshot - the snapshot before it.
 * @param transition - the result of {@link decide} for that snapshot.
 */
export function applyTransition(snapshot: FlowSnapshot, transition: Transition): FlowSnapshot {
  const tasks = new Map(snapshot.tasks.map((task) => [task.id, task]));
  for (const task of transition.tasks) tasks.set(task.id, task);
  return { flow: transition.flow, tasks: [...tasks.values()] };
}
