import type { Jobs } from '../../infra/jobs/jobs.port.ts';
import { reachDeadline } from './deadline.job.ts';
import { leaveTasks } from './executor-left.job.ts';
import {
  deadlineQueue,
  executorLeftQueue,
  noticeQueue,
  type WorkflowServices,
} from './flow-event.usecases.ts';
import { postNotices } from './notices.job.ts';

/** Concurrent jobs per queue: fewer than the node's database connections, because calls have priority. */
const atOnce = 4;

/** Starts this node's workers for the workflow queues. */
export async function workOnWorkflow(jobs: Jobs, services: WorkflowServices): Promise<void> {
  await jobs.workTogether(noticeQueue, (batch) => postNotices(services.db, batch), { atOnce: 50 });
  await jobs.work(deadlineQueue, (job) => reachDeadline(services, job), { atOnce });
  await jobs.work(executorLeftQueue, (job) => leaveTasks(services, job), { atOnce });
}
