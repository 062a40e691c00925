import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../infra/clock/clock.port.ts';
import type { Operator } from '../../infra/http/access.port.ts';
import { route } from '../../infra/http/route.middleware.ts';
import { sendStoredFile } from '../../infra/http/stored-bytes.util.ts';
import { readUploadedFile } from '../../infra/http/upload.util.ts';
import { createReleaseMappers } from './release-answers.util.ts';
import { requirePublicFile, storeReleaseFile } from './release-files.usecases.ts';
import {
  findLatest,
  listReleases,
  publishBundle,
  publishRelease,
  type ReleasesContext,
  requireLatest,
  withdrawRelease,
} from './releases.usecases.ts';

export interface ReleaseServices extends ReleasesContext {
  clock: Clock;
  publicUrl: () => string;
}

export function releaseRoutes(app: FastifyInstance, services: ReleaseServices): void {
  const answers = createReleaseMappers(services.publicUrl);
  const actingNow = (operator: Operator) => ({ operator, at: new Date(services.clock()) });

  route(app, 'GET /api/v1/releases/{platform}/latest', async ({ params: { platform } }) => {
    const latest = await findLatest(services, { kind: 'app', platform });
    return latest ? answers.release(latest) : null;
  });

  route(app, 'GET /api/v1/releases/{platform}/bundle/latest', async ({ params: { platform } }) =>
    answers.bundle(await requireLatest(services, { kind: 'bundle', platform })),
  );

  route(app, 'GET /api/v1/releases/files/{uri}', async ({ params, request, reply }) => {
    const file = await requirePublicFile(services.db, params.uri);
    // The file is public and immutable, but it can be withdrawn: caches must not serve it for long afterwards.
    reply.header('cache-control', 'public, max-age=300, must-revalidate');
    return sendStoredFile(file, { objects: services.objects, request, reply });
  });

  route(app, 'POST /api/v1/admin/release-files', async ({ operator, request }) =>
    storeReleaseFile(services, operator, {
      file: await readUploadedFile(request),
      at: actingNow(operator).at,
    }),
  );

  route(app, 'POST /api/v1/admin/releases', async ({ operator, body }) =>
    answers.release(await publishRelease(services, actingNow(operator), { app: body, source: body })),
  );

  route(app, 'POST /api/v1/admin/bundles', async ({ operator, body }) =>
    answers.bundle(await publishBundle(services, actingNow(operator), body)),
  );

  route(app, 'GET /api/v1/admin/releases', async ({ query }) => {
    const { total, rows } = await listReleases(services, query);
    return { total, data: rows.map(answers.published) };
  });

  route(app, 'POST /api/v1/admin/releases/{releaseID}/actions/withdraw', async ({ operator, params }) => ({
    data: answers.published(await withdrawRelease(services, actingNow(operator), params.releaseID)),
  }));
}
