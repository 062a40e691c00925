import type { Clock } from '../../infra/clock/clock.port.ts';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import { declareBatchedQueue, declareQueue, type Outbox } from '../../infra/jobs/jobs.port.ts';
import type { NoticeJob } from './notice.types.ts';
import { shortNotices } from './short-notices.util.ts';

/** The dependencies of this module's use cases. */
export interface WorkflowServices {
  readonly db: DatabaseHandle;
  readonly clock: Clock;
  readonly outbox: Outbox;
}

/** Notices about one event, for the people whom it concerns. */
export const noticeQueue = declareBatchedQueue<NoticeJob>('workflow.notices', shortNotices);
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
