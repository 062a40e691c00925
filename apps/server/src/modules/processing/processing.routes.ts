import type { FastifyInstance } from 'fastify';
import { limitUnderWay } from '../../infra/http/pace.adapter.ts';
import { route } from '../../infra/http/route.adapter.ts';
import { sendStored } from '../../infra/http/stored-bytes.adapter.ts';
import type { ObjectStore } from '../../infra/objects/objects.port.ts';
import { checkDownload, requestDownload } from './downloads.usecases.ts';
import { noteFetch, openDownload, receiveDownload } from './fetch-download.usecases.ts';
import type { ProcessingServices } from './processing.port.ts';
import { distrustMailbox, listTrustedMailboxes, trustMailbox } from './trusted-mailboxes.usecases.ts';
import { tryAgain } from './try-again.usecases.ts';

/** Per person and node: each read holds megabytes of plaintext in memory until its receiver has taken them. */
const readsAtOnce = 6;

export function processingRoutes(app: FastifyInstance, services: ProcessingServices): void {
  const { db, clock } = services;
  const now = () => new Date(clock());
  const underWay = limitUnderWay(readsAtOnce);

  route(
    app,
    'POST /api/v1/tenants/{tid}/download/request-workflow-source-files/{flowID}',
    async ({ session, member, params }) => requestDownload(services, { session, member }, params.flowID),
  );
  route(
    app,
    'GET /api/v1/tenants/{tid}/download/check-prepared-download-file/{downloadID}',
    async ({ member, params }) => checkDownload(services, member, params.downloadID),
  );
  // The path with a tenant lets a host forward the call to the tenant's own server; the other identifies it by id
  // alone.
  for (const place of ['/api/v1/tenants/{tid}', '/api/v1'] as const) {
    route(app, `GET ${place}/download-files/{downloadID}`, async ({ session, params, request, reply }) => {
      const asked = { session, ...params };
      const { read, ...facts } = await openDownload(services, asked);
      if (request.method === 'GET') await noteFetch(services, asked);
      const objects: ObjectStore = {
        ...services.objects,
        read: (key, range) => underWay.open(session.aid, () => read(key, range)),
      };
      return sendStored(facts, { objects, request, reply });
    });
    route(app, `POST ${place}/download-files/{downloadID}/actions/received`, async ({ session, params }) => {
      await receiveDownload(services, { session, ...params });
      return undefined;
    });
  }
  route(
    app,
    'POST /api/v1/tenants/{tid}/flows/{flowID}/actions/try-again',
    async ({ session, member, params }) => {
      await tryAgain(services, { kind: 'member', tid: params.tid, session, member }, params.flowID);
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
