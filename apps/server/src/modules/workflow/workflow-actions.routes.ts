import type { FastifyInstance } from 'fastify';
import { route } from '../../infra/http/route.adapter.ts';
import { decideTasks } from './bulk-decisions.usecases.ts';
import { decideTask } from './decisions.usecases.ts';
import { actOnOwnFlow, cancelAsAdministrator } from './flow-acts.usecases.ts';
import type { WorkflowServices } from './flow-event.usecases.ts';

export function workflowActionRoutes(app: FastifyInstance, services: WorkflowServices): void {
  taskRoutes(app, services);
  flowRoutes(app, services);
}

function taskRoutes(app: FastifyInstance, services: WorkflowServices): void {
  for (const action of ['approve', 'reject', 'complete', 'read', 'handle', 'download'] as const) {
    route(app, `POST /api/v1/tenants/{tid}/tasks/{taskID}/actions/${action}`, async (ask) => {
      const decision = { ...said(ask), action, taskID: ask.params.taskID };
      return { data: await decideTask(services, ask, decision) };
    });
  }
  route(app, 'POST /api/v1/tenants/{tid}/tasks/{taskID}/actions/add-approval', async (ask) => {
    const { approvers } = ask.body;
    const decision = { ...said(ask), action: 'add_approval', taskID: ask.params.taskID, approvers } as const;
    return { data: await decideTask(services, ask, decision) };
  });
  route(app, 'POST /api/v1/tenants/{tid}/tasks/{taskID}/actions/transfer', async (ask) => {
    const { assignee } = ask.body;
    const decision = { ...said(ask), action: 'transfer', taskID: ask.params.taskID, assignee } as const;
    return { data: await decideTask(services, ask, decision) };
  });
  for (const action of ['approve', 'reject'] as const) {
    route(app, `POST /api/v1/tenants/{tid}/tasks/actions/${action}`, async (ask) => {
      const { note, idempotencyKey } = said(ask);
      const { tasks } = ask.body;
      return { data: await decideTasks(services, ask, { action, tasks, note, idempotencyKey }) };
    });
  }
}

function flowRoutes(app: FastifyInstance, services: WorkflowServices): void {
  for (const action of ['submit', 'cancel'] as const) {
    route(app, `POST /api/v1/tenants/{tid}/flows/{flowID}/actions/${action}`, async (ask) => ({
      data: await actOnOwnFlow(services, ask, { ...said(ask), action, flowID: ask.params.flowID }),
    }));
  }
  route(app, 'POST /api/v1/tenants/{tid}/flows/{flowID}/actions/administrator-cancel', async (ask) => {
    const request = { ...said(ask), flowID: ask.params.flowID };
    return { data: await cancelAsAdministrator(services, ask.actor, request) };
  });
}

interface Said {
  readonly body: {
    readonly note?: string | undefined;
    readonly remark?: string | undefined;
    readonly seen?: string | undefined;
  };
  readonly headers: { readonly 'idempotency-key'?: string | undefined };
}

/**
 * The fields common to all decisions. `note` and `remark` are synonyms; the schema rejects a request with two
 * different values.
 */
function said({ body, headers }: Said) {
  return {
    note: (body.remark ?? body.note) || null,
    seen: body.seen ?? null,
    idempotencyKey: headers['idempotency-key'],
  };
}
