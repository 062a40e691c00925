import type { FastifyInstance } from 'fastify';
import type { Member } from '../../infra/http/access.port.ts';
import { route } from '../../infra/http/route.middleware.ts';
import { absenceRoutes } from './absence.routes.ts';
import { getFlowAsAdministrator, listAllFlows } from './admin-flows.usecases.ts';
import { createFlow } from './applications.usecases.ts';
import { listApproverChoices } from './approver-choices.usecases.ts';
import { listCandidates, listClassificationChoices } from './candidates.usecases.ts';
import { countTags, isCacheable } from './count-cache.usecases.ts';
import { discardDraft, updateDraft } from './drafts.usecases.ts';
import { addComment, listComments } from './flow-comments.usecases.ts';
import type { WorkflowServices } from './flow-event.usecases.ts';
import { followFlow, listFollowedFlows, unfollowFlow } from './flow-follows.usecases.ts';
import { getFlow, getFlowFiles, getProcess } from './flow-info.usecases.ts';
import { getFlowType, listFlowTypeSettings, removeFlowType, setFlowType } from './flow-types.usecases.ts';
import { getFlowsOverview } from './flows-overview.usecases.ts';
import { insightRoutes } from './insight.routes.ts';
import type { Page } from './list.repository.ts';
import { type ListFilter, readFlowFilter, readTaskFilter } from './list-filter.schemas.ts';
import { type ListServices, listFlowTypes, listOwnFlows, listOwnTasks } from './lists.usecases.ts';
import { flowPageTags, taskPageTags } from './page-cache.usecases.ts';
import { processAdminRoutes } from './process-admin.routes.ts';
import { reassignTask } from './reassign.usecases.ts';
import { listVersions } from './versions.usecases.ts';
import { workflowActionRoutes } from './workflow-actions.routes.ts';

export function workflowRoutes(app: FastifyInstance, services: WorkflowServices & ListServices): void {
  const { db } = services;
  route(app, 'GET /api/v1/tenants/{tid}/flow-types', ({ member }) => listFlowTypes(db, member.tid));
  route(
    app,
    'GET /api/v1/tenants/{tid}/user-flows',
    ({ member, query, request }) => {
      if (query.limit > 0) request.answerTags = flowPageTags(member);
      return listOwnFlows(services, member, query);
    },
    { cacheTags: (call) => listCacheTags('flow', call, readFlowFilter(call.query)) },
  );
  route(
    app,
    'GET /api/v1/tenants/{tid}/user-tasks',
    async ({ member, query, request }) => {
      const { isDeputy, ...list } = await listOwnTasks(services, member, query);
      if (query.limit > 0) request.answerTags = isDeputy ? 'none' : taskPageTags(member, list.data);
      return list;
    },
    { cacheTags: (call) => listCacheTags('task', call, readTaskFilter(call.query)) },
  );
  route(app, 'GET /api/v1/tenants/{tid}/user-candidates', ({ member, query }) =>
    listCandidates(services, member, query),
  );
  route(app, 'GET /api/v1/tenants/{tid}/user-approver-choices', ({ member, query }) =>
    listApproverChoices(db, member, query),
  );
  route(app, 'GET /api/v1/tenants/{tid}/user-classifications', ({ member, query }) =>
    listClassificationChoices(db, { ...query, tid: member.tid }),
  );
  route(app, 'GET /api/v1/tenants/{tid}/flows/{flowID}', async ({ member, params }) => ({
    data: await getFlow(services, member, params.flowID),
  }));
  route(app, 'GET /api/v1/tenants/{tid}/flows/{flowID}/files', async ({ member, params }) => ({
    data: await getFlowFiles(services, member, params.flowID),
  }));
  route(app, 'GET /api/v1/tenants/{tid}/flows/{flowID}/process', async ({ member, params }) => ({
    data: await getProcess(services, member, params.flowID),
  }));
  route(app, 'GET /api/v1/tenants/{tid}/flows/{flowID}/versions', async ({ member, params }) => ({
    data: await listVersions(services, member, params.flowID),
  }));
  route(app, 'POST /api/v1/tenants/{tid}/user-flows', async ({ member, session, body, headers }) => {
    const application = { ...body, idempotencyKey: headers['idempotency-key'] };
    return { data: await createFlow(services, { member, session }, application) };
  });
  route(app, 'PUT /api/v1/tenants/{tid}/flows/{flowID}', async ({ member, session, params, body }) => ({
    data: await updateDraft(services, { member, session }, { ...body, flowID: params.flowID }),
  }));
  route(app, 'DELETE /api/v1/tenants/{tid}/flows/{flowID}', async ({ member, session, params }) => {
    await discardDraft(services, { member, session }, params.flowID);
    return undefined;
  });
  route(app, 'GET /api/v1/tenants/{tid}/flows/{flowID}/comments', ({ member, params, query }) =>
    listComments(services, member, { ...query, flowID: params.flowID }),
  );
  route(app, 'POST /api/v1/tenants/{tid}/flows/{flowID}/comments', async (call) => {
    const comment = { ...call.body, idempotencyKey: call.headers['idempotency-key'] };
    return { data: await addComment(services, call, { ...comment, flowID: call.params.flowID }) };
  });
  route(app, 'PUT /api/v1/tenants/{tid}/flows/{flowID}/follow', async ({ member, params }) => {
    await followFlow(services, member, params.flowID);
    return undefined;
  });
  route(app, 'DELETE /api/v1/tenants/{tid}/flows/{flowID}/follow', async ({ member, params }) => {
    await unfollowFlow(services, member, params.flowID);
    return undefined;
  });
  route(app, 'GET /api/v1/tenants/{tid}/user-followed-flows', ({ member, query }) =>
    listFollowedFlows(services, member, query),
  );
  absenceRoutes(app, services);
  insightRoutes(app, services);
  workflowActionRoutes(app, services);
  workflowAdminRoutes(app, services);
  processAdminRoutes(app, services);
}

/** The last row of a cached page. Farther pages are rarely repeated. */
const maxCachedRow = 20;

/** The cache tags of a polled count or of a first page; undefined for requests that are not cached. */
function listCacheTags(
  topic: 'flow' | 'task',
  { member, query: { skip, limit } }: { member: Member; query: Page },
  filter: ListFilter,
): string[] | undefined {
  const isPolled = limit === 0 || skip + limit <= maxCachedRow;
  return isPolled && isCacheable(filter) ? countTags(topic, member) : undefined;
}

function workflowAdminRoutes(app: FastifyInstance, services: WorkflowServices): void {
  const { db } = services;
  route(app, 'GET /api/v1/tenants/{tid}/admin/flow-types', ({ actor }) =>
    listFlowTypeSettings(db, actor.tid),
  );
  route(app, 'GET /api/v1/tenants/{tid}/admin/flow-types/{type}', async ({ params }) => ({
    data: await getFlowType(db, params),
  }));
  route(
    app,
    'PUT /api/v1/tenants/{tid}/admin/flow-types/{type}',
    async ({ actor, params, headers, body }) => ({
      data: await setFlowType(services, actor, { ...body, type: params.type, ifMatch: headers['if-match'] }),
    }),
  );
  route(app, 'DELETE /api/v1/tenants/{tid}/admin/flow-types/{type}', async ({ actor, params, headers }) => {
    await removeFlowType(services, actor, { type: params.type, ifMatch: headers['if-match'] });
    return undefined;
  });
  route(app, 'GET /api/v1/tenants/{tid}/admin/flows-overview', async ({ actor, query }) => ({
    data: await getFlowsOverview(services, { ...query, tid: actor.tid }),
  }));
  route(app, 'GET /api/v1/tenants/{tid}/admin/flows', ({ actor, query }) =>
    listAllFlows(services, actor.tid, query),
  );
  route(app, 'GET /api/v1/tenants/{tid}/admin/flows/{flowID}', async ({ params }) => ({
    data: await getFlowAsAdministrator(db, params),
  }));
  route(
    app,
    'POST /api/v1/tenants/{tid}/admin/tasks/{taskID}/actions/reassign',
    async ({ actor, params, body }) => {
      await reassignTask(services, actor, { ...body, taskID: params.taskID });
      return undefined;
    },
  );
}
