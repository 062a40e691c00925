import { workflowQueues } from '../../modules/workflow/flow-event.usecases.ts';
import { forgetPastRequests } from '../../modules/workflow/idempotency.usecases.ts';
import { workOnWorkflow } from '../../modules/workflow/workflow.job.ts';
import { workflowRoutes } from '../../modules/workflow/workflow.routes.ts';
import type { Area } from '../parts.port.ts';

export const workflowArea: Area = {
  queues: workflowQueues,
  serve: (app, { workflow }) => workflowRoutes(app, workflow),
  work: async ({ jobs, workflow }) => {
    await workOnWorkflow(jobs, workflow);
    return undefined;
  },
  forget: ({ db }, now) => forgetPastRequests(db, now),
};
