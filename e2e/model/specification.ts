/**
 * What an application goes through, written down from the specification (section 4) and design of the workflow alone:
 * the service is held against it, so nothing of the service's own rules is used here.
 */
export type Step = 'approve' | 'cc' | 'file_process';

/** What people wrote who set up a kind of application. */
export interface Procedure {
  readonly stages: readonly { readonly all: boolean; readonly people: readonly string[] }[];
  readonly cc: readonly string[];
  /** Who sets the processing going; the service by itself; or nothing is processed. */
  readonly processing: readonly string[] | 'service' | 'none';
  readonly mayComplete: boolean;
  /** How long a task may stay open, in ms; null for ever. */
  readonly limit: number | null;
}

export interface Task {
  readonly step: Step;
  readonly stage: number;
  /** Null where nobody was there to do it. */
  readonly holder: string | null;
  /** The task in whose place this one is. */
  readonly insteadOf: number | null;
  /** Whether the one before it waits for this one. */
  readonly isAdded: boolean;
  readonly due: number;
  /** Null while it is open. */
  outcome: string | null;
  note: string | null;
}

export interface Application {
  readonly applicant: string;
  readonly procedure: Procedure;
  state: string;
  stage: number;
  readonly tasks: Task[];
}

export type Act =
  | { readonly kind: 'approve' | 'reject' | 'complete' | 'read' | 'handle'; readonly task: number }
  | { readonly kind: 'add-approval' | 'transfer'; readonly task: number; readonly to: readonly string[] };

interface Moment {
  readonly now: number;
  readonly isInside: (person: string) => boolean;
}

const over = new Set(['rejected', 'finished', 'canceled', 'terminated']);
const own = new Set([
  'approved',
  'rejected',
  'direct_completed',
  'converted_to_add_approval',
  'transferred',
  'handled',
]);

export const isOver = ({ state }: Application): boolean => over.has(state);

/** How the service names the state of a task. */
export const stateOf = ({ outcome }: Task): string =>
  outcome === null ? 'awaiting' : own.has(outcome) ? 'processed' : 'canceled';

export function apply(applicant: string, procedure: Procedure, moment: Moment): Application {
  const application: Application = { applicant, procedure, state: 'new', stage: -1, tasks: [] };
  openStage(application, 0, moment);
  return application;
}

/** @returns the application afterwards, or the code of the refusal: then nothing has happened. */
export function act(
  before: Application,
  { by, note, ...what }: Act & { readonly by: string; readonly note: string | null },
  moment: Moment,
): Application | string {
  const after = structuredClone(before);
  const task = after.tasks[what.task];
  if (task?.holder !== by) return 'work.task_not_found';
  if (task.outcome !== null || !takes(task.step, what.kind)) return 'work.task_state_error';
  task.note = note;
  switch (what.kind) {
    case 'approve':
      task.outcome = 'approved';
      settle(after, moment);
      return after;
    case 'reject':
      task.outcome = 'rejected';
      end(after, 'rejected', () => 'rejected_by_others');
      return after;
    case 'complete':
      if (!after.procedure.mayComplete) return 'work.not_allowed';
      task.outcome = 'direct_completed';
      close(after, 'approve', 'direct_completed_by_others');
      goOn(after, 'reviewed', moment);
      return after;
    case 'read':
      task.outcome = 'handled';
      return after;
    case 'handle':
      task.outcome = 'handled';
      close(after, 'file_process', 'handled_by_others');
      after.state = 'processing';
      return after;
    case 'add-approval':
    case 'transfer': {
      const isAdding = what.kind === 'add-approval';
      if (what.to.some((person) => !mayHold(after, task, person, moment))) return 'work.approvers_invalid';
      task.outcome = isAdding ? 'converted_to_add_approval' : 'transferred';
      const { step, stage, isAdded } = task;
      for (const person of what.to)
        open(
          after,
          { step, stage, holder: person, insteadOf: what.task, isAdded: isAdding || isAdded },
          moment,
        );
      if (isAdding) settle(after, moment);
      return after;
    }
    default:
      return what satisfies never;
  }
}

const takes = (step: Step, kind: Act['kind']): boolean => {
  if (kind === 'read') return step === 'cc';
  if (kind === 'handle') return step === 'file_process';
  return step === 'approve' || (step === 'file_process' && kind === 'transfer');
};

/** Nobody holds two tasks of work at once, nobody decides by a handed-over task on what they applied for. */
function mayHold(
  { applicant, tasks }: Application,
  { step }: Task,
  person: string,
  { isInside }: Moment,
): boolean {
  const isBusy = tasks.some((one) => one.holder === person && one.outcome === null && one.step !== 'cc');
  return isInside(person) && !isBusy && !(step === 'approve' && person === applicant);
}

/** The applicant takes it back. */
export function cancel(before: Application): Application | string {
  if (isOver(before)) return 'work.flow_state_error';
  const after = structuredClone(before);
  end(after, 'canceled', ({ step }) => (step === 'cc' ? 'workflow_canceled' : 'canceled_by_applicant'));
  return after;
}

/** Somebody's membership has ended. */
export function leave(before: Application, person: string, moment: Moment): Application {
  const after = structuredClone(before);
  const theirs = after.tasks.filter(
    (one) => one.holder === person && one.outcome === null && one.step !== 'cc',
  );
  if (theirs.length === 0) return before;
  for (const task of theirs)
    task.outcome = task.step === 'approve' ? 'approval_no_executor' : 'file_processing_no_executor';
  if (after.state !== 'not_processed') settle(after, moment);
  else if (!after.tasks.some((one) => one.step === 'file_process' && one.outcome === null)) terminate(after);
  return after;
}

/** The time that tasks may stay open has passed. */
export function passDeadline(before: Application, now: number): Application {
  const after = structuredClone(before);
  const overdue = after.tasks.filter((one) => one.outcome === null && one.step !== 'cc' && one.due <= now);
  if (overdue.length === 0) return before;
  for (const task of overdue) task.outcome = 'deadline_exceeded';
  terminate(after);
  return after;
}

function openStage(application: Application, stage: number, moment: Moment): void {
  const next = application.procedure.stages[stage];
  if (next === undefined) return goOn(application, 'passed', moment);
  application.stage = stage;
  application.state = 'approving';
  openFor(application, next.people, { step: 'approve', stage }, moment);
}

/** Opens a task for each of the people who are there; where nobody is, that is the end. */
function openFor(
  application: Application,
  people: readonly string[],
  place: Pick<Task, 'step' | 'stage'>,
  moment: Moment,
): void {
  const there = [...new Set(people)].filter(moment.isInside);
  for (const holder of there)
    open(application, { ...place, holder, insteadOf: null, isAdded: false }, moment);
  if (there.length > 0 || place.step === 'cc') return;
  const outcome = place.step === 'approve' ? 'approval_no_executor' : 'file_processing_no_executor';
  const nobody = { ...place, holder: null, insteadOf: null, isAdded: false, due: Number.POSITIVE_INFINITY };
  application.tasks.push({ ...nobody, outcome, note: null });
  terminate(application);
}

function open(application: Application, task: Omit<Task, 'due' | 'outcome' | 'note'>, { now }: Moment): void {
  const { limit } = application.procedure;
  const due = limit === null ? Number.POSITIVE_INFINITY : now + limit;
  application.tasks.push({ ...task, due, outcome: null, note: null });
}

function settle(application: Application, moment: Moment): void {
  const { stage, tasks, procedure } = application;
  const seats = tasks
    .map((task, at) => ({ ...task, at }))
    .filter((task) => task.step === 'approve' && task.stage === stage && task.insteadOf === null)
    .map(({ at }) => verdictOf(tasks, at));
  const isAll = procedure.stages[stage]?.all === true;
  const yes = seats.filter((one) => one === 'yes').length;
  const unsure = seats.filter((one) => one === 'unsure').length;
  if (isAll ? yes === seats.length : yes > 0) {
    close(application, 'approve', 'approved_by_others');
    openStage(application, stage + 1, moment);
  } else if (isAll ? yes + unsure < seats.length : unsure === 0) terminate(application);
  else application.state = tasks.some((one) => one.isAdded && one.outcome === null) ? 'waiting' : 'approving';
}

function verdictOf(tasks: readonly Task[], at: number): 'yes' | 'no' | 'unsure' {
  const { outcome } = tasks[at]!;
  if (outcome === null) return 'unsure';
  if (outcome === 'approved') return 'yes';
  if (outcome !== 'transferred' && outcome !== 'converted_to_add_approval') return 'no';
  const others = new Set(
    tasks.flatMap((one, other) => (one.insteadOf === at ? [verdictOf(tasks, other)] : [])),
  );
  if (others.has('no')) return 'no';
  return others.has('unsure') ? 'unsure' : 'yes';
}

/** The approval is through. */
function goOn(application: Application, state: 'passed' | 'reviewed', moment: Moment): void {
  application.state = state;
  const { cc, processing } = application.procedure;
  openFor(application, cc, { step: 'cc', stage: -1 }, moment);
  if (processing === 'none') end(application, 'finished', () => 'workflow_completed');
  else if (processing !== 'service') {
    application.state = 'not_processed';
    openFor(application, processing, { step: 'file_process', stage: -1 }, moment);
  }
}

function close({ tasks }: Application, step: Step, outcome: string): void {
  for (const task of tasks) if (task.step === step) task.outcome ??= outcome;
}

const terminate = (application: Application): void =>
  end(application, 'terminated', () => 'workflow_terminated');

function end(application: Application, state: string, outcomeOf: (task: Task) => string): void {
  for (const task of application.tasks) task.outcome ??= outcomeOf(task);
  application.state = state;
}
