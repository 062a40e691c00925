import type { FastifyInstance } from 'fastify';
import { route } from '../../infra/http/route.adapter.ts';
import { findWithdrawn } from './documents.usecases.ts';
import { listOwnClasses } from './own-classes.usecases.ts';
import { beginSealing, type OwnSealingParts, registerOwn } from './own-sealing.usecases.ts';

export function ownSealingRoutes(app: FastifyInstance, parts: OwnSealingParts): void {
  route(app, 'GET /api/v1/tenants/{tid}/user-documents/classifications', ({ member, query }) =>
    listOwnClasses(parts.db, { ...query, tid: member.tid, fid: member.fid }),
  );
  route(
    app,
    'POST /api/v1/tenants/{tid}/user-documents/actions/begin',
    async ({ session, member, body }) => ({
      data: await beginSealing(parts, { session, member }, body.classificationID),
    }),
  );
  route(app, 'POST /api/v1/tenants/{tid}/user-documents', async ({ session, member, body }) => ({
    data: await registerOwn(parts, { session, member }, body),
  }));
  route(
    app,
    'POST /api/v1/tenants/{tid}/user-documents/actions/find-withdrawn',
    async ({ member: { tid }, body: { documentIDs } }) => ({
      data: { documentIDs: await findWithdrawn(parts.db, { tid, documentIDs }) },
    }),
  );
}
