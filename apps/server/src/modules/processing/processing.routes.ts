import type { FastifyInstance } from 'fastify';
import { route } from '../../infra/http/route.middleware.ts';
import { sendStoredFile } from '../../infra/http/stored-bytes.util.ts';
import { limitConcurrency } from '../../infra/http/throttle.middleware.ts';
import type { ObjectStore } from '../../infra/objects/objects.port.ts';
import { getDownloadStatus, requestDownload } from './downloads.usecases.ts';
import { confirmDownload, openDownload, recordFetch } from './fetch-download.usecases.ts';
import type { ProcessingServices } from './processing.types.ts';
import { requestRendition } from './request-rendition.usecases.ts';
import { retryProcessing } from './retry.usecases.ts';
import { distrustMailbox, listTrustedMailboxes, trustMailbox } from './trusted-mailboxes.usecases.ts';

/** Per person and node: each read holds megabytes of plaintext in memory until its receiver has taken them. */
const maxConcurrentReads = 6;

export function processingRoutes(app: FastifyInstance, services: ProcessingServices): void {
  const { db, clock } = services;
  const now = () => new Date(clock());
  const readLimiter = limitConcurrency(maxConcurrentReads);

  route(
    app,
    'POST /api/v1/tenants/{tid}/download/request-workflow-source-files/{flowID}',
    async ({ session, member, params }) => requestDownload(services, { session, member }, params.flowID),
  );
  route(
    app,
    'GET /api/v1/tenants/{tid}/download/check-prepared-download-file/{downloadID}',
    async ({ member, params }) => getDownloadStatus(services, member, params.downloadID),
  );
  route(
    app,
    'POST /api/v1/tenants/{tid}/files/{uri}/actions/render',
    async ({ session, member, params }) => ({
      data: await requestRendition(services, { session, member }, params.uri),
    }),
  );
  // The path with a tenant lets a host forward the call to the tenant's own server; the other identifies it by id
  // alone.
  for (const prefix of ['/api/v1/tenants/{tid}', '/api/v1'] as const) {
    route(app, `GET ${prefix}/download-files/{downloadID}`, async ({ session, params, request, reply }) => {
      const downloadRequest = { session, ...params };
      const { read, ...facts } = await openDownload(services, downloadRequest);
      if (request.method === 'GET') await recordFetch(services, downloadRequest);
      const objects: ObjectStore = {
        ...services.objects,
        read: (key, range) => readLimiter.open(session.aid, () => read(key, range)),
      };
      return sendStoredFile(facts, { objects, request, reply });
    });
    route(app, `POST ${prefix}/download-files/{downloadID}/actions/received`, async ({ session, params }) => {
      await confirmDownload(services, { session, ...params });
      return undefined;
    });
  }
  route(
    app,
    'POST /api/v1/tenants/{tid}/flows/{flowID}/actions/try-again',
    async ({ session, member, params }) => {
      const actor = { kind: 'member', tid: params.tid, session, member } as const;
      await retryProcessing(services, actor, { flowID: params.flowID, applicant: member.fid });
      return undefined;
    },
  );
  route(
    app,
    'POST /api/v1/tenants/{tid}/admin/flows/{flowID}/actions/try-again',
    async ({ actor, params }) => {
      await retryProcessing(services, actor, { flowID: params.flowID });
      return undefined;
    },
  );
  route(app, 'GET /api/v1/tenants/{tid}/trusted-mailboxes', async ({ actor, query }) =>
    listTrustedMailboxes(db, { tid: actor.tid, ...query }),
  );
  route(app, 'POST /api/v1/tenants/{tid}/trusted-mailboxes', async ({ actor, body }) => {
    await trustMailbox(db, { actor, email: body.email, at: now() });
    return undefined;
  });
  route(app, 'DELETE /api/v1/tenants/{tid}/trusted-mailboxes', async ({ actor, query }) => {
    await distrustMailbox(db, { actor, ...query, at: now() });
    return undefined;
  });
}
