import type { FastifyInstance } from 'fastify';
import { route } from '../../infra/http/route.middleware.ts';
import { documentAdminRoutes } from './document-admin.routes.ts';
import { type OperatorServices, operatorRoutes, signingKeyRoutes } from './operator.routes.ts';
import { operatorAccountRoutes } from './operator-accounts.routes.ts';
import type { SigningKeyServices } from './operators.usecases.ts';
import { getOverview } from './overview.usecases.ts';
import { peopleRoutes } from './people.routes.ts';
import { settingsRoutes } from './settings.routes.ts';
import type { SettingsServices } from './settings.usecases.ts';
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
