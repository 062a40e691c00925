import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { perMinute } from '../../infra/http/rate-limit.adapter.ts';
import { route } from '../../infra/http/route.adapter.ts';
import { deleteMember } from './delete-member.usecases.ts';
import { exportMember, exportOwn } from './export.usecases.ts';
import { requestDeletion } from './own-deletion.usecases.ts';
import type { PrivacyServices } from './privacy.port.ts';
import { deleteTenant, exportTenant } from './tenant-data.usecases.ts';

/** @param signInLimit - tries of a password a minute from one address; 0 for no limit. */
export function privacyRoutes(
  app: FastifyInstance,
  services: PrivacyServices,
  { signInLimit }: { signInLimit: number },
): void {
  route(app, 'GET /api/v1/account/export', ({ session }) =>
    exportOwn(services, { aid: session.aid, deviceID: session.device?.id ?? null }),
  );
  route(app, 'GET /api/v1/account/deletion', async () => ({
    data: { delayDays: services.accountDeletionDelayMs / 86_400_000 },
  }));
  route(
    app,
    'POST /api/v1/account/actions/delete',
    async ({ session, body }) => ({
      data: { deleteAt: await requestDeletion(services, session, body.password) },
    }),
    perMinute(signInLimit, 'sign-in'),
  );
  route(app, 'GET /api/v1/tenants/{tid}/admin/members/{fid}/export', ({ actor, params }) =>
    exportMember(services, actor, params.fid),
  );
  route(
    app,
    'POST /api/v1/tenants/{tid}/admin/members/{fid}/actions/delete',
    async ({ actor, params, body }) => {
      await deleteMember(services, actor, { ...params, ...body });
      return undefined;
    },
  );
  route(app, 'GET /api/v1/admin/tenants/{tid}/export', async ({ operator, params, reply }) => {
    const lines = await exportTenant(services, { ...operator, ...params });
    return reply
      .type('application/x-ndjson; charset=utf-8')
      .header('content-disposition', 'attachment; filename="tenant.ndjson"')
      .send(Readable.from(lines));
  });
  route(app, 'POST /api/v1/admin/tenants/{tid}/actions/delete', async ({ operator, params, body }) => {
    await deleteTenant(services, { ...operator, ...params, ...body });
    return undefined;
  });
}
