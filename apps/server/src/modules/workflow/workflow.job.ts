import type { Jobs } from '../../infra/jobs/jobs.port.ts';
import { handleDeadline } from './deadline.job.ts';
import { handleExecutorLeft } from './executor-left.job.ts';
import {
  deadlineQueue,
  executorLeftQueue,
  noticeQueue,
  type WorkflowServices,
} from './flow-event.usecases.ts';
import { postNotices } from './notices.job.ts';

/** Concurrent jobs per queue: fewer than the node's database connections, because calls have priority. */
const maxConcurrentJobs = 4;

/** Starts this node's workers for the workflow queues. */
export async function startWorkflowJobs(jobs: Jobs, services: WorkflowServices): Promise<void> {
  await jobs.workInBatches(noticeQueue, (batch) => postNotices(services.db, batch), {
    maxConcurrentJobs: 50,
  });
  await jobs.work(deadlineQueue, (job) => handleDeadline(services, job), { maxConcurrentJobs });
  await jobs.work(executorLeftQueue, (job) => handleExecutorLeft(services, job), { maxConcurrentJobs });
}
