import type { FastifyInstance, FastifyReply } from 'fastify';
import { route } from '../../infra/http/route.middleware.ts';
import { listPeople } from '../tenants/people.usecases.ts';
import { listRoles } from '../tenants/roles.usecases.ts';
import { listRuleChoices } from './approver-choices.usecases.ts';
import type { WorkflowServices } from './flow-event.usecases.ts';
import * as designs from './process-designs.usecases.ts';
import { simulate } from './simulation.usecases.ts';

/** The processes of application types with drafts and versions, for administrators. */
export function processAdminRoutes(app: FastifyInstance, services: WorkflowServices): void {
  const { db } = services;
  route(app, 'GET /api/v1/tenants/{tid}/admin/processes', ({ actor }) =>
    designs.listProcesses(db, actor.tid),
  );
  route(app, 'GET /api/v1/tenants/{tid}/admin/processes/{type}', async ({ params, reply }) =>
    withTag(reply, await designs.getProcessDesign(db, params)),
  );
  draftRoutes(app, services);
  route(app, 'GET /api/v1/tenants/{tid}/admin/processes/{type}/versions', ({ params, query }) =>
    designs.listProcessVersions(db, { ...params, ...query }),
  );
  route(
    app,
    'POST /api/v1/tenants/{tid}/admin/processes/{type}/versions/{version}/actions/restore',
    async ({ actor, params, headers, reply }) => {
      const change = { type: params.type, version: params.version, ifMatch: headers['if-match'] };
      return withTag(reply, await designs.restoreProcessVersion(services, actor, change));
    },
  );
  route(
    app,
    'POST /api/v1/tenants/{tid}/admin/processes/{type}/actions/simulate',
    async ({ params, body: { documentID, facts, chosenApprovers, ...body } }) => ({
      data: await simulate(services, { ...params, ...body, documentID, facts, chosenApprovers }),
    }),
  );
  route(app, 'GET /api/v1/tenants/{tid}/admin/approvers', ({ actor, query }) =>
    listPeople(db, { ...query, tid: actor.tid }),
  );
  route(app, 'GET /api/v1/tenants/{tid}/admin/rule-choices', async ({ actor }) => ({
    data: await listRuleChoices(db, actor.tid),
  }));
  route(app, 'GET /api/v1/tenants/{tid}/admin/approver-roles', async ({ actor, query }) => {
    const { total, data } = await listRoles(db, { ...query, tid: actor.tid });
    return { total, data: data.map(({ roleID, name }) => ({ roleID, name })) };
  });
}

function draftRoutes(app: FastifyInstance, services: WorkflowServices): void {
  const path = '/api/v1/tenants/{tid}/admin/processes/{type}/draft';
  route(app, `PUT ${path}`, async ({ actor, params, headers, body, reply }) => {
    const change = { ...body, type: params.type, ifMatch: headers['if-match'] };
    return withTag(reply, await designs.saveProcessDraft(services, actor, change));
  });
  route(app, `DELETE ${path}`, async ({ actor, params, headers }) => {
    const change = { type: params.type, ifMatch: headers['if-match'] };
    await designs.discardProcessDraft(services, actor, change);
    return undefined;
  });
  route(app, `POST ${path}/actions/publish`, async ({ actor, params, headers, reply }) => {
    const change = { type: params.type, ifMatch: headers['if-match'] };
    return withTag(reply, await designs.publishProcessDraft(services, actor, change));
  });
}

function withTag(reply: FastifyReply, { tag, data }: designs.ProcessDesign) {
  reply.header('etag', tag);
  return { data };
}
