import { createCountCache } from '../../modules/workflow/count-cache.usecases.ts';
import { workflowQueues } from '../../modules/workflow/flow-event.usecases.ts';
import { deleteExpiredRequests } from '../../modules/workflow/idempotency.usecases.ts';
import {
  createBatchedCountRunner,
  createBatchedTaskSelector,
} from '../../modules/workflow/list.repository.ts';
import { startWorkflowJobs } from '../../modules/workflow/workflow.job.ts';
import { workflowRoutes } from '../../modules/workflow/workflow.routes.ts';
import type { Infrastructure, ServiceContext, ServiceModule } from './service-context.types.ts';

export const workflowModule: ServiceModule = {
  queues: workflowQueues,
  registerRoutes: (app, { workflow }) => workflowRoutes(app, workflow),
  startWorkers: async ({ jobs, workflow }) => {
    await startWorkflowJobs(jobs, workflow);
    return undefined;
  },
  deleteExpired: ({ db }, now) => deleteExpiredRequests(db, now),
};

export function createWorkflowServices(infrastructure: Infrastructure): ServiceContext['workflow'] {
  const { changes, clock, database, db, jobs } = infrastructure;
  return {
    db,
    pool: database.pool,
    counts: createCountCache({ changes, clock }),
    runCount: createBatchedCountRunner(database.pool),
    selectTasks: createBatchedTaskSelector(database.pool),
    clock,
    outbox: jobs,
  };
}
