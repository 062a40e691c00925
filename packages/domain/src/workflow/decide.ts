import { Draft } from './draft.ts';
import type {
  FlowEvent,
  FlowEventType,
  Situation,
  Task,
  Transition,
  WorkflowContext,
  WorkflowError,
  WorkflowErrorCode,
} from './model.ts';
import { type Rule, rules, stepOfEvent } from './rules.ts';

/**
 * What an event does to a flow (specification section 4, service.md 'Workflow').
 * @param situation - the flow and all its tasks; not changed.
 * @param event - what happened.
 * @param context - the time, and ids for the tasks that are opened.
 * @returns the new flow, the tasks touched and the effects due; or a refusal, and then nothing has happened.
 */
export function decide(
  situation: Situation,
  event: FlowEvent,
  context: WorkflowContext,
): Transition | WorkflowError {
  const task = 'taskID' in event ? findTask(situation, event) : null;
  if (typeof task === 'string') return { ok: false, code: task };
  // The table's row and the event are of one type, which the compiler cannot follow through the look-up.
  const rule = rules[situation.flow.state][event.type] as Rule<FlowEventType> | undefined;
  if (rule === undefined) return { ok: false, code: 'work.flow_state_error' };
  const draft = new Draft(situation, context);
  const refusal = rule({ draft, event, task: task as Task & null });
  return refusal === null ? draft.done() : { ok: false, code: refusal };
}

/**
 * Whether an event would be taken now, by the very rule that takes it: what is offered to people is what they can do.
 * @param situation - the flow and all its tasks.
 * @param event - what a person could send. Whom it names is taken to be there.
 * @param at - ms since 1970.
 */
export function isPossible(situation: Situation, event: FlowEvent, at: number): boolean {
  let next = 0;
  const newID = (): string => {
    next += 1;
    return `possible-${next}`;
  };
  return decide(situation, event, { at, newID, isActive: () => true }).ok;
}

function findTask(
  situation: Situation,
  event: Extract<FlowEvent, { taskID: string }>,
): Task | WorkflowErrorCode {
  const task = situation.tasks.find(({ id }) => id === event.taskID);
  // Somebody else's task is not told apart from none: who may not act need not know.
  if (task === undefined || task.assigneeID !== event.by) return 'work.task_not_found';
  if (task.state !== 'awaiting') return 'work.task_state_error';
  return stepOfEvent[event.type]?.includes(task.step) === true ? task : 'work.task_state_error';
}

/**
 * The situation after a transition.
 * @param situation - the one that the transition was made from.
 * @param transition - what {@link decide} answered for it.
 */
export function apply(situation: Situation, transition: Transition): Situation {
  const tasks = new Map(situation.tasks.map((task) => [task.id, task]));
  for (const task of transition.tasks) tasks.set(task.id, task);
  return { flow: transition.flow, tasks: [...tasks.values()] };
}
