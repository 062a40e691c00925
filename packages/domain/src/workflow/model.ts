import type { Delivery } from './application-types.ts';
import type { FlowState, StepType, TaskOutcome, TaskState } from './vocabulary.ts';

/** One approval stage: a single approval suffices, or everybody's is needed. */
export interface Stage {
  readonly rule: 'any_of' | 'all_of';
  /** Ids of people in the tenant; each decides once, however often they are listed. */
  readonly approvers: readonly string[];
}

/**
 * What happens between an application and its end:
 * `initiate -> approve stages -> CC -> file process -> download decrypt | send email` (service.md).
 */
export interface Process {
  readonly stages: readonly Stage[];
  /** Who is told once the approval is through. They hold up nothing. */
  readonly cc: readonly string[];
  /** The service does it by itself, or one of the executors sets it going. */
  readonly fileProcess:
    | { readonly by: 'service' }
    | { readonly by: 'executors'; readonly executors: readonly string[] }
    | null;
  readonly delivery: Delivery;
  /** Whether an approver may end the approval at once, leaving out the stages that remain. */
  readonly directComplete: boolean;
  /** Milliseconds that an approval or file-processing task may stay open; null: for ever. */
  readonly taskTimeLimit: number | null;
}

export interface Flow {
  readonly id: string;
  readonly applicantID: string;
  readonly state: FlowState;
  /** Index of the approval stage last opened; -1 before the first. */
  readonly stage: number;
  readonly process: Process;
}

export interface Task {
  readonly id: string;
  readonly step: StepType;
  /** Index of its approval stage; null outside the approval. */
  readonly stage: number | null;
  /** Null where a step found nobody to do it. */
  readonly assigneeID: string | null;
  readonly state: TaskState;
  readonly outcome: TaskOutcome | null;
  readonly note: string | null;
  /** Milliseconds since 1970, as all times here. */
  readonly createAt: number;
  readonly processTime: number | null;
  readonly dueAt: number | null;
  /** The task that this one stands in for, after a transfer or an added approval. */
  readonly replaces: string | null;
  /** Whether an approver asked for it: the flow is `waiting` while such a task is open. */
  readonly added: boolean;
}

/** A flow with all the tasks it ever had, in the order in which they were opened. */
export interface Situation {
  readonly flow: Flow;
  readonly tasks: readonly Task[];
}

interface TaskEvent<Type extends string> {
  readonly type: Type;
  readonly by: string;
  readonly taskID: string;
  readonly note: string | null;
}

/** Everything that can happen to a flow. `by`, `approvers` and `assignee` are ids of people in the tenant. */
export type FlowEvent =
  | { readonly type: 'submit'; readonly by: string }
  | TaskEvent<'approve'>
  | TaskEvent<'reject'>
  | TaskEvent<'complete'>
  | (TaskEvent<'add_approval'> & { readonly approvers: readonly string[] })
  | (TaskEvent<'transfer'> & { readonly assignee: string })
  | TaskEvent<'read'>
  | TaskEvent<'handle'>
  | { readonly type: 'processing_started' }
  | { readonly type: 'processing_done' }
  | { readonly type: 'processing_failed' }
  | TaskEvent<'download'>
  | { readonly type: 'email_sent' }
  | { readonly type: 'cancel'; readonly by: string }
  | { readonly type: 'administrator_cancel'; readonly by: string }
  | { readonly type: 'executor_left'; readonly personID: string }
  | { readonly type: 'deadline_reached' };
export type FlowEventType = FlowEvent['type'];

/** What has to be done elsewhere because of an event; leaves through the outbox of the deciding transaction. */
export type FlowEffect =
  | { readonly type: 'task_opened'; readonly taskID: string; readonly assigneeID: string }
  | {
      readonly type: 'task_closed';
      readonly taskID: string;
      readonly assigneeID: string;
      readonly outcome: TaskOutcome;
    }
  | { readonly type: 'flow_changed'; readonly state: FlowState }
  | { readonly type: 'watch_deadline'; readonly dueAt: number }
  | { readonly type: 'process_files' }
  | { readonly type: 'send_email' };

export interface Transition {
  readonly ok: true;
  readonly flow: Flow;
  /** The tasks that this event opened or closed, in that order of happening; not the untouched ones. */
  readonly tasks: readonly Task[];
  readonly effects: readonly FlowEffect[];
}

export type WorkflowErrorCode =
  | 'work.task_state_error'
  | 'work.flow_state_error'
  | 'work.task_not_found'
  | 'work.not_allowed'
  | 'work.approvers_invalid';

/** A refusal. The flow and its tasks stay as they were. */
export interface WorkflowError {
  readonly ok: false;
  readonly code: WorkflowErrorCode;
}

/** What the rules need of the world: the time, fresh ids, and who is still there. */
export interface WorkflowContext {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly newID: () => string;
  /** Whether a person can be given a task now; whoever cannot is left out of the steps that open. */
  readonly isActive: (personID: string) => boolean;
}
