import type { FastifyInstance } from 'fastify';
import { route } from '../../infra/http/route.middleware.ts';
import { findWithdrawn } from './documents.usecases.ts';
import {
  beginSealing,
  type MemberSealingServices,
  registerMemberDocument,
} from './member-sealing.usecases.ts';
import { listSealableClassifications } from './sealable-classifications.usecases.ts';

export function memberSealingRoutes(app: FastifyInstance, services: MemberSealingServices): void {
  route(app, 'GET /api/v1/tenants/{tid}/user-documents/classifications', ({ member, query }) =>
    listSealableClassifications(services.db, { ...query, tid: member.tid, fid: member.fid }),
  );
  route(
    app,
    'POST /api/v1/tenants/{tid}/user-documents/actions/begin',
    async ({ session, member, body }) => ({
      data: await beginSealing(services, { session, member }, body.classificationID),
    }),
  );
  route(app, 'POST /api/v1/tenants/{tid}/user-documents', async ({ session, member, body }) => ({
    data: await registerMemberDocument(services, { session, member }, body),
  }));
  route(
    app,
    'POST /api/v1/tenants/{tid}/user-documents/actions/find-withdrawn',
    async ({ member: { tid }, body: { documentIDs } }) => ({
      data: { documentIDs: await findWithdrawn(services.db, { tid, documentIDs }) },
    }),
  );
}
