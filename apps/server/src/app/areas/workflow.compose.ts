import { workflowQueues } from '../../modules/workflow/flow-event.usecases.ts';
import { deleteExpiredRequests } from '../../modules/workflow/idempotency.usecases.ts';
import { startWorkflowJobs } from '../../modules/workflow/workflow.job.ts';
import { workflowRoutes } from '../../modules/workflow/workflow.routes.ts';
import type { ServiceModule } from '../service-context.types.ts';

export const workflowModule: ServiceModule = {
  queues: workflowQueues,
  registerRoutes: (app, { workflow }) => workflowRoutes(app, workflow),
  startWorkers: async ({ jobs, workflow }) => {
    await startWorkflowJobs(jobs, workflow);
    return undefined;
  },
  deleteExpired: ({ db }, now) => deleteExpiredRequests(db, now),
};
