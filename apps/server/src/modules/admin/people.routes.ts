import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { route } from '../../infra/http/route.middleware.ts';
import { listOrganisations, requireOrganisation } from '../tenants/organisations.usecases.ts';
import { listRoles, requireRole } from '../tenants/roles.usecases.ts';
import type { AdminServices } from './admin.types.ts';
import { runBulkAction, withdrawDevices } from './bulk.usecases.ts';
import { endMember } from './end-member.usecases.ts';
import {
  endMemberSessions,
  listMemberDevices,
  listTenantDevices,
  requestMemberReset,
  withdrawMemberDevice,
} from './member-account.usecases.ts';
import {
  addMember,
  changeMember,
  exportMembers,
  getMember,
  listMembers,
  resendMemberInvitation,
} from './members.usecases.ts';
import * as organisations from './organisations.usecases.ts';
import * as roles from './roles.usecases.ts';

/** People, departments and roles of one tenant. */
export function peopleRoutes(app: FastifyInstance, services: AdminServices): void {
  memberRoutes(app, services);
  organisationRoutes(app, services);
  roleRoutes(app, services);
}

function memberRoutes(app: FastifyInstance, services: AdminServices): void {
  route(app, 'GET /api/v1/tenants/{tid}/admin/members', ({ actor, query }) =>
    listMembers(services, actor, query),
  );
  route(app, 'POST /api/v1/tenants/{tid}/admin/members', async ({ actor, body }) => ({
    data: await addMember(services, actor, body),
  }));
  route(app, 'GET /api/v1/tenants/{tid}/admin/members/{fid}', async ({ params }) => ({
    data: await getMember(services, params),
  }));
  route(app, 'PUT /api/v1/tenants/{tid}/admin/members/{fid}', async ({ actor, params, headers, body }) => ({
    data: await changeMember(services, actor, {
      fid: params.fid,
      change: body,
      ifMatch: headers['if-match'],
    }),
  }));
  route(app, 'GET /api/v1/tenants/{tid}/admin/members-export', async ({ actor, query, reply }) =>
    reply
      .type('application/x-ndjson; charset=utf-8')
      .send(Readable.from(await exportMembers(services, actor, query))),
  );
  route(app, 'POST /api/v1/tenants/{tid}/admin/members/actions/bulk', async ({ actor, body }) => ({
    data: await runBulkAction(services, actor, body),
  }));
  route(
    app,
    'POST /api/v1/tenants/{tid}/admin/members/{fid}/actions/end',
    async ({ actor, params, headers, body }) => ({
      data: await endMember(services, actor, { ...body, fid: params.fid, ifMatch: headers['if-match'] }),
    }),
  );
  route(
    app,
    'POST /api/v1/tenants/{tid}/admin/members/{fid}/actions/end-sessions',
    async ({ actor, params }) => {
      await endMemberSessions(services, actor, params.fid);
      return undefined;
    },
  );
  route(
    app,
    'POST /api/v1/tenants/{tid}/admin/members/{fid}/actions/request-reset',
    async ({ actor, params }) => {
      await requestMemberReset(services, actor, params.fid);
      return undefined;
    },
  );
  route(
    app,
    'POST /api/v1/tenants/{tid}/admin/members/{fid}/actions/resend-invitation',
    async ({ actor, params }) => ({ data: await resendMemberInvitation(services, actor, params.fid) }),
  );
  route(app, 'GET /api/v1/tenants/{tid}/admin/devices', ({ actor, query }) =>
    listTenantDevices(services, actor, query),
  );
  route(app, 'POST /api/v1/tenants/{tid}/admin/devices/actions/bulk', async ({ actor, body }) => ({
    data: await withdrawDevices(services, actor, body.devices),
  }));
  route(app, 'GET /api/v1/tenants/{tid}/admin/members/{fid}/devices', ({ actor, params, query }) =>
    listMemberDevices(services, actor, { ...query, fid: params.fid }),
  );
  route(
    app,
    'POST /api/v1/tenants/{tid}/admin/members/{fid}/devices/{deviceID}/actions/withdraw',
    async ({ actor, params }) => {
      await withdrawMemberDevice(services, actor, params);
      return undefined;
    },
  );
}

function organisationRoutes(app: FastifyInstance, services: AdminServices): void {
  route(app, 'GET /api/v1/tenants/{tid}/admin/organisations', ({ params, query }) =>
    listOrganisations(services.db, { ...query, ...params }),
  );
  route(app, 'POST /api/v1/tenants/{tid}/admin/organisations', async ({ actor, body }) => ({
    data: await organisations.createOrganisation(services, actor, body),
  }));
  route(app, 'GET /api/v1/tenants/{tid}/admin/organisations/{orgID}', async ({ params }) => ({
    data: await requireOrganisation(services.db, params),
  }));
  route(
    app,
    'PUT /api/v1/tenants/{tid}/admin/organisations/{orgID}',
    async ({ actor, params, headers, body }) => ({
      data: await organisations.changeOrganisation(services, actor, {
        orgID: params.orgID,
        ifMatch: headers['if-match'],
        ...body,
      }),
    }),
  );
  route(
    app,
    'DELETE /api/v1/tenants/{tid}/admin/organisations/{orgID}',
    async ({ actor, params, headers }) => {
      await organisations.removeOrganisation(services, actor, {
        orgID: params.orgID,
        ifMatch: headers['if-match'],
      });
      return undefined;
    },
  );
}

function roleRoutes(app: FastifyInstance, services: AdminServices): void {
  route(app, 'GET /api/v1/tenants/{tid}/admin/roles', ({ params, query }) =>
    listRoles(services.db, { ...query, ...params }),
  );
  route(app, 'POST /api/v1/tenants/{tid}/admin/roles', async ({ actor, body }) => ({
    data: await roles.createRole(services, actor, body),
  }));
  route(app, 'GET /api/v1/tenants/{tid}/admin/roles/{roleID}', async ({ params }) => ({
    data: await requireRole(services.db, params),
  }));
  route(app, 'PUT /api/v1/tenants/{tid}/admin/roles/{roleID}', async ({ actor, params, headers, body }) => ({
    data: await roles.changeRole(services, actor, {
      roleID: params.roleID,
      ifMatch: headers['if-match'],
      ...body,
    }),
  }));
  route(app, 'DELETE /api/v1/tenants/{tid}/admin/roles/{roleID}', async ({ actor, params, headers }) => {
    await roles.deleteRole(services, actor, { roleID: params.roleID, ifMatch: headers['if-match'] });
    return undefined;
  });
}
