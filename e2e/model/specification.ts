/**
 * The lifecycle of an application, derived from the specification (section 4) and the design of the workflow only.
 * The service is compared with it, so it uses no rule of the service.
 */
import {
  type Application,
  isTerminal,
  type ModelAction,
  type ModelContext,
  type Procedure,
  type Step,
  type Task,
} from './application.ts';
import { escalationTargets, isNecessary } from './escalation.ts';
import { type Facts, stagesOf } from './stage-conditions.ts';
import { voteOf } from './votes.ts';

/** @returns the submitted application, or the error code of a refusal. */
export function submitApplication(
  applicant: string,
  { procedure, facts }: { procedure: Procedure; facts: Facts },
  context: ModelContext,
): Application | string {
  const stages = stagesOf(procedure, { facts, applicant, context });
  if (stages.length === 0) return 'work.no_approver_found';
  const application: Application = {
    applicant,
    procedure: { ...procedure, stages },
    state: 'new',
    stage: -1,
    round: 0,
    tasks: [],
  };
  openStage(application, 0, context);
  return application;
}

/** @returns the application after the action, or the error code of a refusal without any change. */
export function executeAction(
  before: Application,
  { by, note, ...action }: ModelAction & { readonly by: string; readonly note: string | null },
  context: ModelContext,
): Application | string {
  const after = structuredClone(before);
  const task = after.tasks[action.task];
  if (task === undefined || !belongsTo(task, by, context)) return 'work.task_not_found';
  if (task.outcome !== null || !acceptsAction(task.step, action.kind)) return 'work.task_state_error';
  if (task.assignee !== by && by === before.applicant) return 'work.deputy_is_applicant';
  task.note = note;
  switch (action.kind) {
    case 'approve':
      task.outcome = 'approved';
      evaluateStage(after, context);
      return after;
    case 'reject':
      task.outcome = 'rejected';
      endApplication(after, 'rejected', () => 'rejected_by_others');
      return after;
    case 'complete':
      if (!after.procedure.allowsDirectCompletion) return 'work.not_allowed';
      task.outcome = 'direct_completed';
      closeTasks(after, 'approve', 'direct_completed_by_others');
      completeApproval(after, 'reviewed', context);
      return after;
    case 'return':
      if (!canReturn(after, action.stage, context)) return 'work.return_target_invalid';
      task.outcome = 'handled';
      closeTasks(after, 'approve', 'handled_by_others');
      after.round += 1;
      if (action.stage === null) {
        openRevision(after);
        after.state = 'waiting';
      } else openStage(after, action.stage, context);
      return after;
    case 'read':
      task.outcome = 'handled';
      return after;
    case 'handle':
      task.outcome = 'handled';
      closeTasks(after, 'file_process', 'handled_by_others');
      after.state = 'processing';
      return after;
    case 'add-approval':
    case 'transfer': {
      const isAdding = action.kind === 'add-approval';
      if (action.to.some((person) => !canReceiveTask(after, task, person, context)))
        return 'work.approvers_invalid';
      task.outcome = isAdding ? 'converted_to_add_approval' : 'transferred';
      const { step, stage, isAdded } = task;
      for (const person of action.to)
        openTask(
          after,
          { step, stage, assignee: person, replacedTask: action.task, isAdded: isAdding || isAdded },
          context,
        );
      if (isAdding) evaluateStage(after, context);
      return after;
    }
    default:
      return action satisfies never;
  }
}

const acceptsAction = (step: Step, kind: ModelAction['kind']): boolean => {
  if (kind === 'read') return step === 'cc';
  if (kind === 'handle') return step === 'file_process';
  return step === 'approve' || (step === 'file_process' && kind === 'transfer');
};

/** The person has the task as assignee or as deputy. Copies are for their assignees alone. */
const belongsTo = ({ assignee, step }: Task, person: string, { isDeputy }: ModelContext): boolean =>
  assignee === person ||
  (assignee !== null && (step === 'approve' || step === 'file_process') && isDeputy(person, assignee));

/** Somebody must be able to act where the application goes. */
function canReturn(
  { applicant, stage, procedure }: Application,
  target: number | null,
  { isMember }: ModelContext,
): boolean {
  if (target === null) return isMember(applicant);
  return target < stage && (procedure.stages[target]?.people.some(isMember) ?? false);
}

function openRevision({ tasks, applicant, round }: Application): void {
  const position = { step: 'initiate', stage: -1, round, replacedTask: null, isAdded: false } as const;
  tasks.push({
    ...position,
    assignee: applicant,
    dueAt: Number.POSITIVE_INFINITY,
    outcome: null,
    note: null,
  });
}

/** The applicant submits a returned application again: all stages that it has now decide. */
export function resubmitApplication(
  before: Application,
  { procedure, facts }: { procedure: Procedure; facts: Facts },
  context: ModelContext,
): Application | string {
  const stages = stagesOf(procedure, { facts, applicant: before.applicant, context });
  const after = { ...structuredClone(before), procedure: { ...procedure, stages } };
  const task = after.tasks.find((one) => one.step === 'initiate' && one.outcome === null);
  if (task === undefined) return 'work.flow_state_error';
  if (stages.length === 0) return 'work.no_approver_found';
  task.outcome = 'handled';
  openStage(after, 0, context);
  return after;
}

/** A person has at most one open work task, and an applicant never approves their own application. */
function canReceiveTask(
  { applicant, tasks }: Application,
  { step }: Task,
  person: string,
  { isMember }: ModelContext,
): boolean {
  const isBusy = tasks.some((one) => one.assignee === person && one.outcome === null && one.step !== 'cc');
  return isMember(person) && !isBusy && !(step === 'approve' && person === applicant);
}

/** The applicant withdraws the application. */
export function cancelApplication(before: Application): Application | string {
  if (isTerminal(before)) return 'work.flow_state_error';
  const after = structuredClone(before);
  endApplication(after, 'canceled', ({ step }) =>
    step === 'cc' || step === 'initiate' ? 'workflow_canceled' : 'canceled_by_applicant',
  );
  return after;
}

/** A membership has ended. */
export function removeMember(before: Application, person: string, context: ModelContext): Application {
  const after = structuredClone(before);
  const openTasks = after.tasks.filter(
    (one) => one.assignee === person && one.outcome === null && one.step !== 'cc' && one.step !== 'initiate',
  );
  if (openTasks.length === 0) return before;
  for (const task of openTasks)
    task.outcome = task.step === 'approve' ? 'approval_no_executor' : 'file_processing_no_executor';
  if (after.state !== 'not_processed') evaluateStage(after, context);
  else if (!after.tasks.some((one) => one.step === 'file_process' && one.outcome === null)) terminate(after);
  return after;
}

/** Closes the tasks whose time limit has passed. Others get them by the rule of escalation, or the application ends. */
export function passDeadline(before: Application, context: ModelContext): Application {
  const after = structuredClone(before);
  const overdue = after.tasks.flatMap((one, at) =>
    one.outcome === null && one.step !== 'cc' && one.dueAt <= context.now ? [at] : [],
  );
  if (overdue.length === 0) return before;
  const targets = escalationTargets(after, overdue, context);
  for (const at of overdue) after.tasks[at]!.outcome = 'deadline_exceeded';
  if (targets === null) terminate(after);
  else for (const { at, person } of targets) passTaskOn(after, { at, person }, context);
  return after;
}

function passTaskOn(
  application: Application,
  { at, person }: { at: number; person: string },
  context: ModelContext,
): void {
  const { tasks } = application;
  const { step, stage, isAdded } = tasks[at]!;
  // The person decides once, unless each approval counts.
  const hasOne = tasks.some((one) => one.assignee === person && one.outcome === null && one.step === step);
  if (hasOne && !isNecessary(application, tasks[at]!)) return;
  openTask(application, { step, stage, assignee: person, replacedTask: at, isAdded }, context);
}

function openStage(application: Application, stage: number, context: ModelContext): void {
  const next = application.procedure.stages[stage];
  if (next === undefined) return completeApproval(application, 'passed', context);
  application.stage = stage;
  application.state = 'approving';
  openTasksFor(application, next.people, { step: 'approve', stage }, context);
}

/** Opens a task for each member. Without any member the application is terminated. */
function openTasksFor(
  application: Application,
  people: readonly string[],
  position: Pick<Task, 'step' | 'stage'>,
  context: ModelContext,
): void {
  const members = [...new Set(people)].filter(context.isMember);
  for (const assignee of members)
    openTask(application, { ...position, assignee, replacedTask: null, isAdded: false }, context);
  if (members.length > 0 || position.step === 'cc') return;
  const outcome = position.step === 'approve' ? 'approval_no_executor' : 'file_processing_no_executor';
  const unassigned = {
    ...position,
    round: application.round,
    assignee: null,
    replacedTask: null,
    isAdded: false,
    dueAt: Number.POSITIVE_INFINITY,
  };
  application.tasks.push({ ...unassigned, outcome, note: null });
  terminate(application);
}

function openTask(
  application: Application,
  task: Omit<Task, 'dueAt' | 'outcome' | 'note' | 'round'>,
  { now }: ModelContext,
): void {
  const { timeLimitMs } = application.procedure;
  const dueAt = timeLimitMs === null ? Number.POSITIVE_INFINITY : now + timeLimitMs;
  application.tasks.push({ ...task, round: application.round, dueAt, outcome: null, note: null });
}

function evaluateStage(application: Application, context: ModelContext): void {
  const { stage, round, tasks, procedure } = application;
  const votes = tasks
    .map((task, at) => ({ ...task, at }))
    .filter((task) => task.step === 'approve' && task.stage === stage && task.round === round)
    .filter((task) => task.replacedTask === null)
    .map(({ at }) => voteOf(tasks, at));
  const requiresAll = procedure.stages[stage]?.requiresAll === true;
  const yes = votes.filter((one) => one === 'yes').length;
  const undecided = votes.filter((one) => one === 'undecided').length;
  if (requiresAll ? yes === votes.length : yes > 0) {
    closeTasks(application, 'approve', 'approved_by_others');
    openStage(application, stage + 1, context);
  } else if (requiresAll ? yes + undecided < votes.length : undecided === 0) terminate(application);
  else application.state = tasks.some((one) => one.isAdded && one.outcome === null) ? 'waiting' : 'approving';
}

/** The last stage is approved. */
function completeApproval(
  application: Application,
  state: 'passed' | 'reviewed',
  context: ModelContext,
): void {
  application.state = state;
  const { cc, processing } = application.procedure;
  openTasksFor(application, cc, { step: 'cc', stage: -1 }, context);
  if (processing === 'none') endApplication(application, 'finished', () => 'workflow_completed');
  else if (processing !== 'service') {
    application.state = 'not_processed';
    openTasksFor(application, processing, { step: 'file_process', stage: -1 }, context);
  }
}

function closeTasks({ tasks }: Application, step: Step, outcome: string): void {
  for (const task of tasks) if (task.step === step) task.outcome ??= outcome;
}

const terminate = (application: Application): void =>
  endApplication(application, 'terminated', () => 'workflow_terminated');

function endApplication(application: Application, state: string, outcomeOf: (task: Task) => string): void {
  for (const task of application.tasks) task.outcome ??= outcomeOf(task);
  application.state = state;
}
