import type { FastifyInstance } from 'fastify';
import { route } from '../../infra/http/route.middleware.ts';
import type { WorkflowServices } from './flow-event.usecases.ts';
import { getOwnInsight, getTypeInsight, listPeopleInsight } from './insight.usecases.ts';

/** How long applications and people wait: for administrators, and the caller's own figures. */
export function insightRoutes(app: FastifyInstance, services: WorkflowServices): void {
  route(app, 'GET /api/v1/tenants/{tid}/admin/insight/types', async ({ actor, query }) => ({
    data: await getTypeInsight(services, { ...query, tid: actor.tid }),
  }));
  route(app, 'GET /api/v1/tenants/{tid}/admin/insight/people', ({ actor, query }) =>
    listPeopleInsight(services, actor, query),
  );
  route(app, 'GET /api/v1/tenants/{tid}/user-insight', async ({ member, query }) => ({
    data: await getOwnInsight(services, member, query),
  }));
}
