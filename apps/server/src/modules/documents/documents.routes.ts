import type { FastifyInstance } from 'fastify';
import { route } from '../../infra/http/route.middleware.ts';
import {
  type DocumentServices,
  grantDocument,
  registerDocument,
  withdrawDocument,
} from './documents.usecases.ts';
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
