import type { FlowEffect } from '@sealflow/domain/workflow';
import type { Clock } from '../../infra/clock/clock.port.ts';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import { declareBatchedQueue, declareQueue, type Outbox } from '../../infra/jobs/jobs.port.ts';
import { shortNotices } from './short-notices.util.ts';

/** The dependencies of this module's use cases. */
export interface WorkflowServices {
  readonly db: DatabaseHandle;
  readonly clock: Clock;
  readonly outbox: Outbox;
}

type EffectNotice = Extract<FlowEffect, { type: 'task_opened' | 'task_closed' | 'flow_changed' }>;
interface TaskNotice {
  readonly taskID: string;
  readonly assigneeID: string;
}

export type Notice =
  | EffectNotice
  /** The applicant reminds the assignee. */
  | (TaskNotice & { readonly type: 'task_reminded' })
  /** The task is due soon. `dueAt` in milliseconds. `escalates`: the deadline gives it to another person. */
  | (TaskNotice & { readonly type: 'task_due'; readonly dueAt: number; readonly escalates?: boolean })
  /** The task passed its deadline, and the assignee of the new task gets it. For the person `fid`. */
  | (TaskNotice & { readonly type: 'task_escalated'; readonly fromFid: string; readonly fid: string })
  /** A participant commented. The text is read when the notice is posted. */
  | {
      readonly type: 'commented';
      readonly commentID: string;
      /** Who gets the notice. */
      readonly fid: string;
      readonly isMentioned: boolean;
    };

/** Notices about one event, for the people whom it concerns. */
export const noticeQueue = declareBatchedQueue<{
  tid: string;
  flowID: string;
  at: number;
  notices: readonly Notice[];
}>('workflow.notices', shortNotices);
/**
 * Delivers a job when an open task of a flow may be overdue, and one with `reminderOf` before that. An earlier release takes the
 * latter for an early deadline, which it schedules again.
 */
export const deadlineQueue = declareQueue<{
  tid: string;
  flowID: string;
  /** The deadline, in milliseconds, of which the job reminds the assignees. */
  reminderOf?: number;
}>('workflow.deadlines');

/** Work on a flow's files that the workflow rules require; performed by the processing module. */
export const processingQueue = declareQueue<{
  tid: string;
  flowID: string;
  task: 'process_files' | 'send_email';
}>('workflow.processing');

/** A person can no longer act in a tenant; sent in the transaction that ends or suspends the membership. */
export const executorLeftQueue = declareQueue<{ tid: string; fid: string }>('workflow.executor_left');

/** The period of an absence begins or ends. */
export const absenceQueue = declareQueue<{ tid: string; absenceID: string }>('workflow.absences');

export const workflowQueues = [
  noticeQueue,
  deadlineQueue,
  processingQueue,
  executorLeftQueue,
  absenceQueue,
] as const;
