import type { FastifyInstance } from 'fastify';
import { route } from '../../infra/http/route.middleware.ts';
import { recordAct } from '../audit/audit.usecases.ts';
import { listFailedJobs, retryJob } from './failed-jobs.usecases.ts';
import { type HealthServices, readHealth } from './health.usecases.ts';
import { type HousekeepingOutcome, setDraining } from './nodes.usecases.ts';
import { readMetrics } from './samples.usecases.ts';

export interface HealthRoutesServices extends HealthServices {
  readonly runHousekeeping: () => Promise<HousekeepingOutcome>;
}

/** The state of the deployment, and what an operator does about it. */
export function healthAdminRoutes(app: FastifyInstance, services: HealthRoutesServices): void {
  const { db, clock } = services;
  const now = () => new Date(clock());
  route(app, 'GET /api/v1/admin/health', async () => ({ data: await readHealth(services) }));
  route(app, 'GET /api/v1/admin/health/metrics', async ({ query }) => ({
    data: await readMetrics(db, { range: query.range, node: query.node, now: clock() }),
  }));
  route(app, 'POST /api/v1/admin/health/actions/run-housekeeping', async ({ operator: { operatorID } }) => {
    const actor = { kind: 'operator', tid: null, operatorID } as const;
    await recordAct({ handle: db, actor, at: now() }, { act: 'deployment.housekeeping_run' });
    return { data: { outcome: await services.runHousekeeping() } };
  });
  route(app, 'GET /api/v1/admin/failed-jobs', ({ query }) => listFailedJobs(db, query));
  route(app, 'POST /api/v1/admin/failed-jobs/{jobID}/actions/retry', async ({ operator, params }) => {
    await retryJob(db, { jobID: params.jobID, operatorID: operator.operatorID, at: now() });
    return undefined;
  });
  route(app, 'POST /api/v1/admin/nodes/{node}/actions/drain', async ({ operator, params }) => {
    await setDraining(services, { ...operator, ...params, isDraining: true });
    return undefined;
  });
  route(app, 'POST /api/v1/admin/nodes/{node}/actions/end-draining', async ({ operator, params }) => {
    await setDraining(services, { ...operator, ...params, isDraining: false });
    return undefined;
  });
}
