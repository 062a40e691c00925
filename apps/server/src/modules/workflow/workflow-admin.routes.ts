import type { FastifyInstance } from 'fastify';
import { route } from '../../infra/http/route.middleware.ts';
import { getFlowAsAdministrator, listAllFlows } from './admin-flows.usecases.ts';
import type { WorkflowServices } from './flow-event.usecases.ts';
import { getFlowType, listFlowTypeSettings, removeFlowType, setFlowType } from './flow-types.usecases.ts';

export function workflowAdminRoutes(app: FastifyInstance, services: WorkflowServices): void {
  const { db } = services;
  route(app, 'GET /api/v1/tenants/{tid}/admin/flow-types', ({ actor }) =>
    listFlowTypeSettings(db, actor.tid),
  );
  route(app, 'GET /api/v1/tenants/{tid}/admin/flow-types/{type}', async ({ params }) => ({
    data: await getFlowType(db, params),
  }));
  route(app, 'PUT /api/v1/tenants/{tid}/admin/flow-types/{type}', async ({ actor, params, body }) => ({
    data: await setFlowType(services, actor, { ...body, type: params.type }),
  }));
  route(app, 'DELETE /api/v1/tenants/{tid}/admin/flow-types/{type}', async ({ actor, params }) => {
    await removeFlowType(services, actor, params.type);
    return undefined;
  });
  route(app, 'GET /api/v1/tenants/{tid}/admin/flows', ({ actor, query }) =>
    listAllFlows(db, actor.tid, query),
  );
  route(app, 'GET /api/v1/tenants/{tid}/admin/flows/{flowID}', async ({ params }) => ({
    data: await getFlowAsAdministrator(db, params),
  }));
}
