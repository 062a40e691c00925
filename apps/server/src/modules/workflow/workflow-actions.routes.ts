import type { FastifyInstance } from 'fastify';
import { route } from '../../infra/http/route.middleware.ts';
import { decideTasks } from './bulk-decisions.usecases.ts';
import { createTaskDecider } from './decisions.usecases.ts';
import { actOnOwnFlow, cancelAsAdministrator } from './flow-acts.usecases.ts';
import type { WorkflowServices } from './flow-event.usecases.ts';
import { remindAssignees } from './reminders.usecases.ts';
import { resubmitFlow } from './resubmission.usecases.ts';

export function workflowActionRoutes(app: FastifyInstance, services: WorkflowServices): void {
  taskRoutes(app, services);
  flowRoutes(app, services);
}

function taskRoutes(app: FastifyInstance, services: WorkflowServices): void {
  const decideTask = createTaskDecider(services);
  for (const action of ['approve', 'reject', 'complete', 'read', 'handle', 'download'] as const) {
    route(app, `POST /api/v1/tenants/{tid}/tasks/{taskID}/actions/${action}`, async (call) => {
      const decision = { ...decisionInput(call), action, taskID: call.params.taskID };
      return { data: await decideTask(call, decision) };
    });
  }
  route(app, 'POST /api/v1/tenants/{tid}/tasks/{taskID}/actions/add-approval', async (call) => {
    const { approvers } = call.body;
    const decision = {
      ...decisionInput(call),
      action: 'add_approval',
      taskID: call.params.taskID,
      approvers,
    } as const;
    return { data: await decideTask(call, decision) };
  });
  route(app, 'POST /api/v1/tenants/{tid}/tasks/{taskID}/actions/transfer', async (call) => {
    const { assignee } = call.body;
    const decision = {
      ...decisionInput(call),
      action: 'transfer',
      taskID: call.params.taskID,
      assignee,
    } as const;
    return { data: await decideTask(call, decision) };
  });
  route(app, 'POST /api/v1/tenants/{tid}/tasks/{taskID}/actions/return', async (call) => {
    const { stage } = call.body;
    const base = { ...decisionInput(call), taskID: call.params.taskID };
    const decision =
      stage === undefined
        ? ({ ...base, action: 'return_to_applicant' } as const)
        : ({ ...base, action: 'return_to_stage', stage } as const);
    return { data: await decideTask(call, decision) };
  });
  for (const action of ['approve', 'reject'] as const) {
    route(app, `POST /api/v1/tenants/{tid}/tasks/actions/${action}`, async (call) => {
      const { note, idempotencyKey } = decisionInput(call);
      const { tasks } = call.body;
      return { data: await decideTasks(decideTask, call, { action, tasks, note, idempotencyKey }) };
    });
  }
}

function flowRoutes(app: FastifyInstance, services: WorkflowServices): void {
  for (const action of ['submit', 'cancel'] as const) {
    route(app, `POST /api/v1/tenants/{tid}/flows/{flowID}/actions/${action}`, async (call) => ({
      data: await actOnOwnFlow(services, call, {
        ...decisionInput(call),
        action,
        flowID: call.params.flowID,
      }),
    }));
  }
  route(app, 'POST /api/v1/tenants/{tid}/flows/{flowID}/actions/resubmit', async (call) => {
    const { title, description, files, details, chosenApprovers } = call.body;
    const content = { title, description, files, details, chosenApprovers };
    const request = { ...decisionInput(call), flowID: call.params.flowID };
    return { data: await resubmitFlow(services, call, { ...request, ...content }) };
  });
  route(app, 'POST /api/v1/tenants/{tid}/flows/{flowID}/actions/remind', async (call) => ({
    data: await remindAssignees(services, call, call.params.flowID),
  }));
  route(app, 'POST /api/v1/tenants/{tid}/flows/{flowID}/actions/administrator-cancel', async (call) => {
    const request = { ...decisionInput(call), flowID: call.params.flowID };
    return { data: await cancelAsAdministrator(services, call.actor, request) };
  });
}

interface DecisionRequest {
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
function decisionInput({ body, headers }: DecisionRequest) {
  return {
    note: (body.remark ?? body.note) || null,
    seen: body.seen ?? null,
    idempotencyKey: headers['idempotency-key'],
  };
}
