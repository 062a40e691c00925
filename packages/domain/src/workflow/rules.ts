import type { Draft } from './draft.ts';
import { escalate } from './escalation.ts';
import type { FlowEvent, FlowEventType, Task, WorkflowErrorCode } from './model.ts';
import { resubmit, returnToApplicant, returnToStage } from './returns.ts';
import {
  cancelApprovals,
  completeApproval,
  deliver,
  evaluateStage,
  openProcessingTasks,
  openStage,
} from './steps.ts';
import type { FlowState } from './vocabulary.ts';

type EventOf<Type extends FlowEventType> = Extract<FlowEvent, { type: Type }>;

interface RuleInput<Type extends FlowEventType> {
  readonly draft: Draft;
  readonly event: EventOf<Type>;
  /** The open task that the event names and its sender is assigned to. */
  readonly task: EventOf<Type> extends { taskID: string } ? Task : null;
}

/** Applies the event to the draft, or returns an error. After an error the draft is discarded. */
export type Rule<Type extends FlowEventType> = (input: RuleInput<Type>) => WorkflowErrorCode | null;

const submit: Rule<'submit'> = ({ draft, event }) => {
  if (event.by !== draft.flow.applicantID) return 'work.not_allowed';
  openStage(draft, 0);
  return null;
};

const approve: Rule<'approve'> = ({ draft, event, task }) => {
  draft.processTask(task, 'approved', event.note);
  evaluateStage(draft);
  return null;
};

const reject: Rule<'reject'> = ({ draft, event, task }) => {
  draft.processTask(task, 'rejected', event.note);
  draft.endFlow('rejected', 'rejected_by_others');
  return null;
};

const complete: Rule<'complete'> = ({ draft, event, task }) => {
  if (!draft.flow.process.directComplete) return 'work.not_allowed';
  draft.processTask(task, 'direct_completed', event.note);
  cancelApprovals(draft, 'direct_completed_by_others');
  completeApproval(draft, 'reviewed');
  return null;
};

const addApproval: Rule<'add_approval'> = ({ draft, event, task }) => {
  const approvers = new Set(event.approvers);
  if (approvers.size === 0 || [...approvers].some((personID) => !canBeAssigned(draft, task, personID))) {
    return 'work.approvers_invalid';
  }
  draft.processTask(task, 'converted_to_add_approval', event.note);
  for (const assigneeID of approvers) {
    draft.openTask({ step: 'approve', stage: task.stage, assigneeID, replaces: task.id, added: true });
  }
  evaluateStage(draft);
  return null;
};

const transfer: Rule<'transfer'> = ({ draft, event, task }) => {
  if (!canBeAssigned(draft, task, event.assignee)) return 'work.approvers_invalid';
  draft.processTask(task, 'transferred', event.note);
  const { step, stage, added } = task;
  draft.openTask({ step, stage, added, assigneeID: event.assignee, replaces: task.id });
  return null;
};

const read: Rule<'read'> = ({ draft, event, task }) => {
  draft.processTask(task, 'handled', event.note);
  return null;
};

const handle: Rule<'handle'> = ({ draft, event, task }) => {
  draft.processTask(task, 'handled', event.note);
  for (const other of draft.open) {
    if (other.step === 'file_process') draft.cancelTask(other, 'handled_by_others');
  }
  draft.enterState('processing');
  draft.addEffect('process_files');
  return null;
};

const startProcessing: Rule<'processing_started'> = ({ draft }) => {
  // If people are the executors, they start the processing: a job alone must not start it.
  if (draft.flow.process.fileProcess?.by !== 'service') return 'work.flow_state_error';
  draft.enterState('processing');
  return null;
};

const endProcessing: Rule<'processing_done'> = ({ draft }) => {
  deliver(draft);
  return null;
};

const failProcessing: Rule<'processing_failed'> = ({ draft }) => {
  const { fileProcess } = draft.flow.process;
  if (fileProcess?.by === 'executors') openProcessingTasks(draft, fileProcess.executors);
  else draft.enterState('not_processed');
  return null;
};

const download: Rule<'download'> = ({ draft, event, task }) => {
  draft.processTask(task, 'handled', event.note);
  draft.endFlow('finished', 'workflow_completed');
  return null;
};

const emailSent: Rule<'email_sent'> = ({ draft }) => {
  if (draft.flow.process.delivery !== 'email') return 'work.flow_state_error';
  draft.endFlow('finished', 'workflow_completed');
  return null;
};

const cancel: Rule<'cancel'> = ({ draft, event }) => {
  if (event.by !== draft.flow.applicantID) return 'work.not_allowed';
  cancelFlow(draft, 'canceled_by_applicant');
  return null;
};

const administratorCancel: Rule<'administrator_cancel'> = ({ draft }) => {
  cancelFlow(draft, 'canceled_by_administrator');
  return null;
};

const executorLeft: Rule<'executor_left'> = ({ draft, event }) => {
  const ownTasks = draft.open.filter((task) => task.assigneeID === event.personID && isWorkTask(task));
  if (ownTasks.length === 0) return 'work.flow_state_error';
  for (const task of ownTasks) {
    draft.cancelTask(task, task.step === 'approve' ? 'approval_no_executor' : 'file_processing_no_executor');
  }
  if (draft.flow.state !== 'not_processed') evaluateStage(draft);
  else if (!draft.open.some(isWorkTask)) draft.endFlow('terminated', 'workflow_terminated');
  return null;
};

const deadlineReached: Rule<'deadline_reached'> = ({ draft }) => {
  const overdue = draft.open.filter((task) => task.dueAt !== null && task.dueAt <= draft.context.at);
  if (overdue.length === 0) return 'work.flow_state_error';
  if (escalate(draft, overdue)) return null;
  for (const task of overdue) draft.cancelTask(task, 'deadline_exceeded');
  draft.endFlow('terminated', 'workflow_terminated');
  return null;
};

/** People with a task get the reason of the end; people who were only informed get a notice without one. */
function cancelFlow(draft: Draft, outcome: 'canceled_by_applicant' | 'canceled_by_administrator'): void {
  for (const task of draft.open) {
    if (isWorkTask(task)) draft.cancelTask(task, outcome);
  }
  draft.endFlow('canceled', 'workflow_canceled');
}

function isWorkTask(task: Task): boolean {
  return task.step === 'approve' || task.step === 'file_process';
}

/**
 * Whether a task of the running step can be assigned to a person: the person is active and has no open task of the
 * step, so that nobody decides twice at once. Applicants get no approval of their own application, unless the tenant's
 * process names them.
 */
function canBeAssigned(draft: Draft, { step }: Task, personID: string): boolean {
  if (step === 'approve' && personID === draft.flow.applicantID) return false;
  const isBusy = draft.open.some((task) => task.assigneeID === personID && isWorkTask(task));
  return !isBusy && draft.context.isActive(personID);
}

const alwaysAllowed = { cancel, administrator_cancel: administratorCancel };
const approval = {
  ...alwaysAllowed,
  approve,
  reject,
  complete,
  return_to_applicant: returnToApplicant,
  return_to_stage: returnToStage,
  add_approval: addApproval,
  transfer,
  executor_left: executorLeft,
  deadline_reached: deadlineReached,
};

/**
 * The state table: which events a state accepts, and their rules. An event that is not listed is a flow state error.
 */
export const rules: { readonly [State in FlowState]: { readonly [Type in FlowEventType]?: Rule<Type> } } = {
  new: { ...alwaysAllowed, submit },
  approving: approval,
  waiting: { ...approval, resubmit },
  passed: { ...alwaysAllowed, read, processing_started: startProcessing, processing_failed: failProcessing },
  reviewed: {
    ...alwaysAllowed,
    read,
    processing_started: startProcessing,
    processing_failed: failProcessing,
  },
  not_processed: {
    ...alwaysAllowed,
    read,
    handle,
    transfer,
    executor_left: executorLeft,
    deadline_reached: deadlineReached,
    processing_started: startProcessing,
  },
  processing: { ...alwaysAllowed, read, processing_done: endProcessing, processing_failed: failProcessing },
  processed: { ...alwaysAllowed, read, download, email_sent: emailSent },
  rejected: {},
  finished: {},
  canceled: {},
  terminated: {},
};

/** The steps on whose tasks an event operates. */
export const stepOfEvent: { readonly [Type in FlowEventType]?: readonly Task['step'][] } = {
  approve: ['approve'],
  reject: ['approve'],
  complete: ['approve'],
  return_to_applicant: ['approve'],
  return_to_stage: ['approve'],
  add_approval: ['approve'],
  transfer: ['approve', 'file_process'],
  read: ['cc'],
  handle: ['file_process'],
  download: ['download_decrypt'],
};
