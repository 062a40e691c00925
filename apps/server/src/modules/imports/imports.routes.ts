import type { FastifyInstance } from 'fastify';
import { route } from '../../infra/http/route.middleware.ts';
import type { AdminServices } from '../admin/audited-action.usecases.ts';
import {
  appendRows,
  cancelImport,
  checkImport,
  createImport,
  listImports,
  listRows,
  requireImport,
  runImport,
} from './imports.usecases.ts';

/** Imports of people into one tenant. */
export function importRoutes(app: FastifyInstance, services: AdminServices): void {
  const { db } = services;
  route(app, 'GET /api/v1/tenants/{tid}/admin/imports', ({ params, query }) =>
    listImports(db, { ...query, ...params }),
  );
  route(app, 'POST /api/v1/tenants/{tid}/admin/imports', async ({ actor, body }) => ({
    data: await createImport(services, actor, body),
  }));
  route(app, 'GET /api/v1/tenants/{tid}/admin/imports/{importID}', async ({ params }) => ({
    data: await requireImport(db, params),
  }));
  route(app, 'POST /api/v1/tenants/{tid}/admin/imports/{importID}/rows', async ({ params, body }) => ({
    data: await appendRows(services, params, body.rows),
  }));
  route(app, 'GET /api/v1/tenants/{tid}/admin/imports/{importID}/rows', ({ params, query }) =>
    listRows(db, { ...query, ...params }),
  );
  route(
    app,
    'POST /api/v1/tenants/{tid}/admin/imports/{importID}/actions/check',
    async ({ actor, params }) => ({
      data: await checkImport(services, actor, params),
    }),
  );
  route(
    app,
    'POST /api/v1/tenants/{tid}/admin/imports/{importID}/actions/run',
    async ({ actor, params }) => ({
      data: await runImport(services, actor, params),
    }),
  );
  route(
    app,
    'POST /api/v1/tenants/{tid}/admin/imports/{importID}/actions/cancel',
    async ({ actor, params }) => ({
      data: await cancelImport(services, actor, params),
    }),
  );
}
