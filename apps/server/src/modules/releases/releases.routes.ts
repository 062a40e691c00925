import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../infra/clock/clock.port.ts';
import type { Operator } from '../../infra/http/access.port.ts';
import { route } from '../../infra/http/route.adapter.ts';
import { sendStored } from '../../infra/http/stored-bytes.adapter.ts';
import { uploadedFile } from '../../infra/http/upload.adapter.ts';
import { releaseAnswers } from './answers.usecases.ts';
import { requirePublicFile, storeReleaseFile } from './release-files.usecases.ts';
import {
  findLatest,
  listReleases,
  publishBundle,
  publishRelease,
  type ReleasesContext,
  requireLatest,
  withdraw,
} from './releases.usecases.ts';

export interface ReleaseParts extends ReleasesContext {
  clock: Clock;
  publicUrl: () => string;
}

export function releaseRoutes(app: FastifyInstance, parts: ReleaseParts): void {
  const answers = releaseAnswers(parts.publicUrl);
  const by = (operator: Operator) => ({ operator, at: new Date(parts.clock()) });

  route(app, 'GET /api/v1/releases/{platform}/latest', async ({ params: { platform } }) => {
    const latest = await findLatest(parts, { kind: 'app', platform });
    return latest ? answers.release(latest) : null;
  });

  route(app, 'GET /api/v1/releases/{platform}/bundle/latest', async ({ params: { platform } }) =>
    answers.bundle(await requireLatest(parts, { kind: 'bundle', platform })),
  );

  route(app, 'GET /api/v1/releases/files/{uri}', async ({ params, request, reply }) => {
    const file = await requirePublicFile(parts.db, params.uri);
    // The file is public and immutable, but it can be withdrawn: caches must not serve it for long afterwards.
    reply.header('cache-control', 'public, max-age=300, must-revalidate');
    return sendStored(file, { objects: parts.objects, request, reply });
  });

  route(app, 'POST /api/v1/admin/release-files', async ({ operator, request }) =>
    storeReleaseFile(parts, operator, { file: await uploadedFile(request), at: by(operator).at }),
  );

  route(app, 'POST /api/v1/admin/releases', async ({ operator, body }) =>
    answers.release(await publishRelease(parts, by(operator), { app: body, source: body })),
  );

  route(app, 'POST /api/v1/admin/bundles', async ({ operator, body }) =>
    answers.bundle(await publishBundle(parts, by(operator), body)),
  );

  route(app, 'GET /api/v1/admin/releases', async ({ query }) => {
    const { total, rows } = await listReleases(parts, query);
    return { total, data: rows.map(answers.published) };
  });

  route(app, 'POST /api/v1/admin/releases/{releaseID}/actions/withdraw', async ({ operator, params }) => ({
    data: answers.published(await withdraw(parts, by(operator), params.releaseID)),
  }));
}
