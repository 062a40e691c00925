import type { FastifyInstance } from 'fastify';
import { route } from '../../infra/http/route.middleware.ts';
import { documentAdminRoutes } from './document-admin.routes.ts';
import {
  type OperatorServices,
  operatorAccountRoutes,
  operatorRoutes,
  signingKeyRoutes,
} from './operator.routes.ts';
import type { SigningKeyServices } from './operators.usecases.ts';
import { getOverview } from './overview.usecases.ts';
import { peopleRoutes } from './people.routes.ts';
import { changeSettings, readSettings, type SettingsServices } from './settings.usecases.ts';
import { type SetupServices, setupRoutes } from './setup.routes.ts';

/** Everything that operators and administrators do to tenants, people and documents. */
export function adminRoutes(
  app: FastifyInstance,
  services: OperatorServices & SettingsServices & SetupServices & SigningKeyServices,
): void {
  operatorRoutes(app, services);
  operatorAccountRoutes(app, services);
  setupRoutes(app, services);
  peopleRoutes(app, services);
  route(app, 'GET /api/v1/tenants/{tid}/admin/overview', async ({ actor, query }) => ({
    data: await getOverview(services, actor, query),
  }));
  documentAdminRoutes(app, services);
  settingsRoutes(app, services);
  signingKeyRoutes(app, services);
}

/** The settings of one tenant, for its administrators. */
export function settingsRoutes(app: FastifyInstance, services: SettingsServices): void {
  route(app, 'GET /api/v1/tenants/{tid}/admin/settings', async ({ actor }) => ({
    data: await readSettings(services, actor.tid),
  }));
  route(app, 'PUT /api/v1/tenants/{tid}/admin/settings', async ({ actor, body, headers }) => ({
    data: await changeSettings(services, actor, { change: body, ifMatch: headers['if-match'] }),
  }));
}
