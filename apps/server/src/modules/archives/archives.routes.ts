import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { route } from '../../infra/http/route.middleware.ts';
import { requireAdministeredTenant } from '../tenants/tenant-settings.usecases.ts';
import { verifyArchives } from './archive-check.usecases.ts';
import { exportArchive, listArchives } from './archives.usecases.ts';
import type { ArchiveServices } from './archiving.usecases.ts';

/** The operator's calls for the archives of a tenant. */
export function archiveRoutes(app: FastifyInstance, services: ArchiveServices): void {
  const { db } = services.chains;
  route(app, 'GET /api/v1/admin/tenants/{tid}/archives', async ({ params, query }) => {
    await requireAdministeredTenant(db, params.tid);
    return listArchives(db, { ...params, ...query });
  });
  route(app, 'POST /api/v1/admin/tenants/{tid}/archives/actions/verify', async ({ operator, params }) => {
    await requireAdministeredTenant(db, params.tid);
    return { data: await verifyArchives(services, { kind: 'operator', ...operator, ...params }) };
  });
  route(
    app,
    'GET /api/v1/admin/tenants/{tid}/archives/{archiveID}/export',
    async ({ operator, params: { tid, archiveID }, reply }) => {
      await requireAdministeredTenant(db, tid);
      const lines = await exportArchive(services, { kind: 'operator', ...operator, tid }, archiveID);
      return reply
        .type('application/x-ndjson; charset=utf-8')
        .header('content-disposition', 'attachment; filename="archive.ndjson"')
        .send(Readable.from(lines));
    },
  );
}
