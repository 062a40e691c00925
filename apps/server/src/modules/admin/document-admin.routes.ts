import type { FastifyInstance } from 'fastify';
import { route } from '../../infra/http/route.middleware.ts';
import {
  listClassifications,
  requireAdministeredClassification,
} from '../documents/administer-classifications.usecases.ts';
import { listDocuments, requireDocumentFacts } from '../documents/administer-documents.usecases.ts';
import { listClearances, requireClearance } from '../documents/clearances.usecases.ts';
import type { AdminServices } from './admin.types.ts';
import { withdrawDocuments } from './bulk.usecases.ts';
import * as classifications from './classifications.usecases.ts';
import * as documents from './documents.usecases.ts';

/** Classifications, clearances, licence keys and registered documents of one tenant. */
export function documentAdminRoutes(app: FastifyInstance, services: AdminServices): void {
  classificationRoutes(app, services);
  keyRoutes(app, services);
  registeredRoutes(app, services);
}

function classificationRoutes(app: FastifyInstance, services: AdminServices): void {
  const { db } = services;
  route(app, 'GET /api/v1/tenants/{tid}/admin/classifications', ({ params, query }) =>
    listClassifications(db, { ...query, ...params }),
  );
  route(app, 'POST /api/v1/tenants/{tid}/admin/classifications', async ({ actor, body }) => ({
    data: await classifications.createClassification(services, actor, body),
  }));
  route(app, 'GET /api/v1/tenants/{tid}/admin/classifications/{classificationID}', async ({ params }) => ({
    data: await requireAdministeredClassification(db, { tid: params.tid, id: params.classificationID }),
  }));
  route(
    app,
    'PUT /api/v1/tenants/{tid}/admin/classifications/{classificationID}',
    async ({ actor, params, headers, body }) => ({
      data: await classifications.changeClassification(services, actor, {
        id: params.classificationID,
        change: body,
        ifMatch: headers['if-match'],
      }),
    }),
  );
  route(
    app,
    'DELETE /api/v1/tenants/{tid}/admin/classifications/{classificationID}',
    async ({ actor, params, headers }) => {
      await classifications.deleteClassification(services, actor, {
        id: params.classificationID,
        ifMatch: headers['if-match'],
      });
      return undefined;
    },
  );
  route(app, 'GET /api/v1/tenants/{tid}/admin/clearances', ({ params, query }) =>
    listClearances(db, { ...query, ...params }),
  );
  route(app, 'GET /api/v1/tenants/{tid}/admin/clearances/{fid}', async ({ params }) => ({
    data: await requireClearance(db, params),
  }));
  route(app, 'PUT /api/v1/tenants/{tid}/admin/clearances/{fid}', async ({ actor, params, headers, body }) => {
    const ifMatch = headers['if-match'];
    await classifications.setClearance(services, actor, { fid: params.fid, level: body.level, ifMatch });
    return undefined;
  });
  route(app, 'DELETE /api/v1/tenants/{tid}/admin/clearances/{fid}', async ({ actor, params, headers }) => {
    const ifMatch = headers['if-match'];
    await classifications.setClearance(services, actor, { fid: params.fid, level: null, ifMatch });
    return undefined;
  });
}

function keyRoutes(app: FastifyInstance, services: AdminServices): void {
  route(app, 'GET /api/v1/tenants/{tid}/admin/licence-keys', ({ params, query }) =>
    documents.listKeyGenerations(services.db, { ...query, ...params }),
  );
  route(
    app,
    'POST /api/v1/tenants/{tid}/admin/licence-keys/{generation}/actions/withdraw',
    async ({ actor, params }) => {
      await documents.withdrawGeneration(services, actor, params.generation);
      return undefined;
    },
  );
}

function registeredRoutes(app: FastifyInstance, services: AdminServices): void {
  route(app, 'GET /api/v1/tenants/{tid}/admin/documents', ({ params, query }) =>
    listDocuments(services.db, { ...query, ...params }),
  );
  route(app, 'POST /api/v1/tenants/{tid}/admin/documents/actions/bulk', async ({ actor, body }) => ({
    data: await withdrawDocuments(services, actor, body.documentIDs),
  }));
  route(app, 'GET /api/v1/tenants/{tid}/admin/documents/{documentID}', async ({ params }) => ({
    data: await requireDocumentFacts(services.db, params),
  }));
  route(
    app,
    'DELETE /api/v1/tenants/{tid}/admin/documents/{documentID}/grants/{fid}',
    async ({ actor, params }) => {
      await documents.revokeGrant(services, actor, params);
      return undefined;
    },
  );
  route(
    app,
    'POST /api/v1/tenants/{tid}/admin/documents/{documentID}/actions/transfer',
    async ({ actor, params, body }) => {
      await documents.transferDocument(services, actor, { documentID: params.documentID, to: body.to });
      return undefined;
    },
  );
  route(app, 'POST /api/v1/tenants/{tid}/admin/people/actions/find-names', async ({ params, body }) => ({
    data: await documents.listNames(services.db, { tid: params.tid, fids: body.fids }),
  }));
  route(
    app,
    'POST /api/v1/tenants/{tid}/admin/members/{fid}/actions/transfer-documents',
    async ({ actor, params, body }) => ({
      data: {
        documents: await documents.transferDocuments(services, actor, { from: params.fid, to: body.to }),
      },
    }),
  );
}
