import type { FastifyInstance } from 'fastify';
import { route } from '../../infra/http/route.middleware.ts';
import {
  type DocumentServices,
  findWithdrawn,
  grantDocument,
  registerDocument,
  withdrawDocument,
} from './documents.usecases.ts';
import {
  beginSealing,
  type MemberSealingServices,
  registerMemberDocument,
} from './member-sealing.usecases.ts';
import { recordPrint } from './print-document.usecases.ts';
import { listSealableClassifications } from './sealable-classifications.usecases.ts';
import { getSealingContext, type SealingServices } from './sealing.usecases.ts';

export function documentRoutes(app: FastifyInstance, services: DocumentServices & SealingServices): void {
  route(app, 'GET /api/v1/tenants/{tid}/sealing-context', async ({ params, query }) => ({
    data: await getSealingContext(services, { ...params, ...query }),
  }));
  route(app, 'POST /api/v1/tenants/{tid}/documents', async ({ actor, body }) => ({
    data: await registerDocument(services, actor, body),
  }));
  route(
    app,
    'POST /api/v1/tenants/{tid}/documents/{documentID}/actions/withdraw',
    async ({ actor, params }) => {
      await withdrawDocument(services, actor, params.documentID);
      return undefined;
    },
  );
  route(app, 'POST /api/v1/tenants/{tid}/documents/{documentID}/grants', async ({ actor, params, body }) => {
    await grantDocument(services, actor, { documentID: params.documentID, ...body });
    return undefined;
  });
}

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
  route(
    app,
    'POST /api/v1/tenants/{tid}/user-documents/{documentID}/actions/print',
    async ({ session, member, params: { documentID }, body }) => {
      await recordPrint(services, { session, member }, { documentID, ...body });
      return undefined;
    },
  );
}
