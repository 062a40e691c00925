import type { Delivery } from './application-types.ts';
import type { ApproverRules, Escalation, SkippedStage, StageCondition } from './stage-rules.ts';
import type { FlowState, StepType, TaskOutcome, TaskState } from './vocabulary.ts';

/**
 * One approval stage: one approval is enough, or all approvers must approve. A stage of an application type may have rules; an
 * application has the people whom they found among its approvers instead.
 */
export interface Stage extends ApproverRules {
  readonly rule: 'any_of' | 'all_of';
  /** Member ids. Each person decides once, even if listed more than once. */
  readonly approvers: readonly string[];
  /** When the stage applies, in an application type; missing if it always does. */
  readonly when?: StageCondition | undefined;
  /** The person whom the applicant chose. A draft has it until it is submitted. */
  readonly chosen?: string | undefined;
  /**
   * The number of the stage in the process as it was designed, from 0; missing if it is the index. After a return, the stages
   * that decide again follow those that decided before.
   */
  readonly position?: number | undefined;
}

/**
 * The process of a flow: `initiate -> approve stages -> CC -> file process -> download decrypt | send email`
 * (service.md).
 */
export interface Process {
  readonly stages: readonly Stage[];
  /** Notified after the approval. They do not delay the flow. */
  readonly cc: readonly string[];
  /** Started by the service, or by one of the executors. */
  readonly fileProcess:
    | { readonly by: 'service' }
    | { readonly by: 'executors'; readonly executors: readonly string[] }
    | null;
  readonly delivery: Delivery;
  /** Whether an approver may skip the remaining stages. */
  readonly directComplete: boolean;
  /** Deadline of approval and file-processing tasks, in milliseconds; null for none. */
  readonly taskTimeLimit: number | null;
  /** What happens when a task passes its deadline; missing if the application ends. */
  readonly escalation?: Escalation | undefined;
  /** The people of an application type who decide where the rules of a stage find nobody. */
  readonly fallback?: readonly string[] | undefined;
  /** The stages of the type that an application does not have, because their conditions did not hold. */
  readonly skipped?: readonly SkippedStage[] | undefined;
}

export interface Flow {
  readonly id: string;
  readonly applicantID: string;
  readonly state: FlowState;
  /** Index of the approval stage opened last; -1 before the first. */
  readonly stage: number;
  readonly process: Process;
}

export interface Task {
  readonly id: string;
  readonly step: StepType;
  /** Index of the approval stage; for a task of the applicant, of the stage that returned the application; null for other steps. */
  readonly stage: number | null;
  /** Null if the step had no eligible assignee. */
  readonly assigneeID: string | null;
  readonly state: TaskState;
  readonly outcome: TaskOutcome | null;
  readonly note: string | null;
  /** In milliseconds since 1970, like all times in this file. */
  readonly createAt: number;
  readonly processTime: number | null;
  readonly dueAt: number | null;
  /** The task that this one replaces, after a transfer or an added approval. */
  readonly replaces: string | null;
  /** Whether an approver added it. The flow is `waiting` while such a task is open. */
  readonly added: boolean;
  /**
   * The deputy who processed the task in place of its assignee; missing if the assignee did. The decision counts for the assignee:
   * in a stage that asks all approvers, a deputy who is an approver too decides both tasks.
   */
  readonly decidedBy?: string | undefined;
}

/** A flow with all its tasks, closed ones included, in the order in which they were opened. */
export interface FlowSnapshot {
  readonly flow: Flow;
  readonly tasks: readonly Task[];
}

interface TaskEvent<Type extends string> {
  readonly type: Type;
  readonly by: string;
  readonly taskID: string;
  readonly note: string | null;
}

/** Every event of a flow. `by`, `approvers` and `assignee` are member ids. */
export type FlowEvent =
  | { readonly type: 'submit'; readonly by: string }
  | TaskEvent<'approve'>
  | TaskEvent<'reject'>
  | TaskEvent<'complete'>
  /** `note` is the reason. */
  | (TaskEvent<'return_to_applicant'> & { readonly note: string })
  /** `stage` is the number of the stage in the process as it was designed, from 0. */
  | (TaskEvent<'return_to_stage'> & { readonly note: string; readonly stage: number })
  /** `process` applies from now on. */
  | {
      readonly type: 'resubmit';
      readonly by: string;
      readonly note: string | null;
      readonly process: Process;
    }
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

/** A side effect of an event. Written to the outbox in the transaction of the event. */
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
  /** The tasks that the event opened or closed, in order; unchanged ones are omitted. */
  readonly tasks: readonly Task[];
  readonly effects: readonly FlowEffect[];
}

export type WorkflowErrorCode =
  | 'work.task_state_error'
  | 'work.flow_state_error'
  | 'work.task_not_found'
  | 'work.not_allowed'
  | 'work.approvers_invalid'
  | 'work.return_target_invalid'
  | 'work.deputy_is_applicant';

/** A rejected event. The flow and its tasks are unchanged. */
export interface WorkflowError {
  readonly ok: false;
  readonly code: WorkflowErrorCode;
}

/** External inputs of the rules: the time, new ids, and who is active. */
export interface WorkflowContext {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly newID: () => string;
  /** Whether a task can be assigned to the person. Inactive people are left out of steps that open. */
  readonly isActive: (personID: string) => boolean;
  /** The people to whom an overdue task can be escalated, in order. Missing if there are none. */
  readonly escalationTargets?: ((task: Task) => readonly string[]) | undefined;
  /** Whether a person is now the deputy of an assignee for the type of this flow. Missing if there are no deputies. */
  readonly isDeputyOf?: ((personID: string, assigneeID: string) => boolean) | undefined;
}
