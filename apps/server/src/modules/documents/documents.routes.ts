import type { FastifyInstance } from 'fastify';
import { route } from '../../infra/http/route.adapter.ts';
import {
  type DocumentParts,
  grantDocument,
  registerDocument,
  withdrawDocument,
} from './documents.usecases.ts';
import { type SealingParts, sealingContext } from './sealing.usecases.ts';

export function documentRoutes(app: FastifyInstance, parts: DocumentParts & SealingParts): void {
  route(app, 'GET /api/v1/tenants/{tid}/sealing-context', async ({ params, query }) => ({
    data: await sealingContext(parts, { ...params, ...query }),
  }));
  route(app, 'POST /api/v1/tenants/{tid}/documents', async ({ actor, body }) => ({
    data: await registerDocument(parts, actor, body),
  }));
  route(
    app,
    'POST /api/v1/tenants/{tid}/documents/{documentID}/actions/withdraw',
    async ({ actor, params }) => {
      await withdrawDocument(parts, actor, params.documentID);
      return undefined;
    },
  );
  route(app, 'POST /api/v1/tenants/{tid}/documents/{documentID}/grants', async ({ actor, params, body }) => {
    await grantDocument(parts, actor, { documentID: params.documentID, ...body });
    return undefined;
  });
}
