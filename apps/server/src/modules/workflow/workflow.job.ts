import type { Jobs } from '../../infra/jobs/jobs.port.ts';
import { findActivePeople } from '../tenants/people.usecases.ts';
import { handleAbsence, reportEndedAbsences } from './absence.job.ts';
import { handleDeadline } from './deadline.job.ts';
import {
  absenceQueue,
  deadlineQueue,
  executorLeftQueue,
  noticeQueue,
  type WorkflowServices,
} from './flow-event.usecases.ts';
import { postNotices } from './notices.job.ts';
import { advanceFlow } from './processing-flow.usecases.ts';
import { selectFlowsAwaiting } from './task.repository.ts';

/** Concurrent jobs per queue: fewer than the node's database connections, because calls have priority. */
const maxConcurrentJobs = 4;

/** Starts this node's workers for the workflow queues. */
export async function startWorkflowJobs(jobs: Jobs, services: WorkflowServices): Promise<void> {
  const { clock } = services;
  await jobs.workInBatches(
    noticeQueue,
    (batch, transaction) => postNotices({ db: transaction, clock }, batch),
    { maxConcurrentJobs: 50 },
  );
  await jobs.work(deadlineQueue, (job) => handleDeadline(services, job), { maxConcurrentJobs });
  await jobs.work(absenceQueue, (job) => handleAbsence(services, job), { maxConcurrentJobs });
  await jobs.work(executorLeftQueue, (job) => handleExecutorLeft(services, job), { maxConcurrentJobs });
}

type ExecutorLeftJob = NonNullable<(typeof executorLeftQueue)['data']>;

/**
 * Closes or reassigns the open tasks of a person who can no longer act in the tenant, each flow in its own
 * transaction.
 */
export async function handleExecutorLeft(
  services: WorkflowServices,
  { tid, fid }: ExecutorLeftJob,
): Promise<void> {
  await reportEndedAbsences(services, { tid, fid });
  // A person who was reactivated in the meantime keeps their tasks.
  if ((await findActivePeople(services.db, { tid, fids: [fid] })).has(fid)) return;
  for (const flowID of await selectFlowsAwaiting(services.db, { tid, fid })) {
    await advanceFlow(services, { tid, flowID, event: { type: 'executor_left', personID: fid } });
  }
}
