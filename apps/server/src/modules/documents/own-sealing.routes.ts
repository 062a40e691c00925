import type { FastifyInstance } from 'fastify';
import { route } from '../../infra/http/route.adapter.ts';
import { findWithdrawn } from './documents.usecases.ts';
import { listSealableClassifications } from './own-classes.usecases.ts';
import { beginSealing, type MemberSealingServices, registerMemberDocument } from './own-sealing.usecases.ts';

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
