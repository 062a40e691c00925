import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Actor } from '../../infra/http/access.port.ts';
import { limitPerMinute } from '../../infra/http/rate-limit.middleware.ts';
import { route } from '../../infra/http/route.middleware.ts';
import { createThrottle, limitConcurrency } from '../../infra/http/throttle.middleware.ts';
import { deleteMember } from './delete-member.usecases.ts';
import { exportAccount, exportMember } from './export.usecases.ts';
import { requestDeletion } from './own-deletion.usecases.ts';
import type { PrivacyServices } from './privacy.types.ts';
import { deleteTenant, exportTenant } from './tenant-data.usecases.ts';

/** Exports per minute and caller. An export reads more rows than any other call. */
const maxExportsPerMinute = 6;

/** @param options - `signInLimit`: attempts with a password per minute from one address; 0 for no limit. */
export function privacyRoutes(
  app: FastifyInstance,
  services: PrivacyServices,
  { signInLimit }: { signInLimit: number },
): void {
  const sendExport = createExportSender();
  route(app, 'GET /api/v1/account/export', ({ session: { aid, device }, reply }) =>
    sendExport(reply, aid, () => exportAccount(services, { aid, deviceID: device?.id ?? null })),
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
    limitPerMinute(signInLimit, 'sign-in'),
  );
  route(app, 'GET /api/v1/tenants/{tid}/admin/members/{fid}/export', ({ actor, params, reply }) =>
    sendExport(reply, callerOf(actor), () => exportMember(services, actor, params.fid)),
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

type SendExport = (
  reply: FastifyReply,
  caller: string,
  open: () => Promise<AsyncIterable<string>>,
) => Promise<FastifyReply>;

/**
 * Creates the sender of exports, limited in rate and to one at a time per caller. It throws ServiceError
 * `app.too_many_requests`.
 */
function createExportSender(): SendExport {
  const enforceRate = createThrottle(maxExportsPerMinute);
  const concurrency = limitConcurrency(1);
  return async (reply, caller, open) => {
    enforceRate(caller);
    const chunks = await concurrency.open(caller, async () => Readable.from(await open()));
    return reply.type('application/json; charset=utf-8').send(chunks);
  };
}

const callerOf = (actor: Actor): string => (actor.kind === 'operator' ? actor.operatorID : actor.session.aid);
