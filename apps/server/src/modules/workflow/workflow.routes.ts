import type { FastifyInstance } from 'fastify';
import { route } from '../../infra/http/route.adapter.ts';
import { createFlow } from './applications.usecases.ts';
import { decideTask } from './decisions.usecases.ts';
import type { WorkflowServices } from './flow-event.usecases.ts';
import { getFlow, getFlowFiles, getProcess } from './flow-info.usecases.ts';
import { listFlowTypes, listOwnFlows, listOwnTasks } from './lists.usecases.ts';

export function workflowRoutes(app: FastifyInstance, services: WorkflowServices): void {
  const { db } = services;
  route(app, 'GET /api/v1/tenants/{tid}/flow-types', ({ member }) => listFlowTypes(db, member.tid));
  route(app, 'GET /api/v1/tenants/{tid}/user-flows', ({ member, query }) => listOwnFlows(db, member, query));
  route(app, 'GET /api/v1/tenants/{tid}/user-tasks', ({ member, query }) => listOwnTasks(db, member, query));
  route(app, 'GET /api/v1/tenants/{tid}/flows/{flowID}', async ({ member, params }) => ({
    data: await getFlow(db, member, params.flowID),
  }));
  route(app, 'GET /api/v1/tenants/{tid}/flows/{flowID}/files', async ({ member, params }) => ({
    data: await getFlowFiles(db, member, params.flowID),
  }));
  route(app, 'GET /api/v1/tenants/{tid}/flows/{flowID}/process', async ({ member, params }) => ({
    data: await getProcess(db, member, params.flowID),
  }));
  route(app, 'POST /api/v1/tenants/{tid}/user-flows', async ({ member, session, body, headers }) => ({
    data: await createFlow(
      services,
      { member, session },
      { ...body, idempotencyKey: headers['idempotency-key'] },
    ),
  }));
  for (const action of ['approve', 'reject'] as const) {
    route(
      app,
      `POST /api/v1/tenants/{tid}/tasks/{taskID}/actions/${action}`,
      async ({ member, session, params, body, headers }) => {
        const decision = {
          taskID: params.taskID,
          action,
          // Both names mean the same; the declaration refuses two that differ.
          note: (body.remark ?? body.note) || null,
          seen: body.seen ?? null,
          idempotencyKey: headers['idempotency-key'],
        };
        return { data: await decideTask(services, { member, session }, decision) };
      },
    );
  }
}
