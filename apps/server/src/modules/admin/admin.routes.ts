import type { FastifyInstance } from 'fastify';
import { documentAdminRoutes } from './document-admin.routes.ts';
import { type OperatorServices, operatorRoutes, signingKeyRoutes } from './operator.routes.ts';
import { operatorAccountRoutes } from './operator-accounts.routes.ts';
import type { SigningKeyServices } from './operators.usecases.ts';
import { peopleRoutes } from './people.routes.ts';
import { type SetupServices, setupRoutes } from './setup.routes.ts';

/** Everything that operators and administrators do to tenants, people and documents. */
export function adminRoutes(
  app: FastifyInstance,
  services: OperatorServices & SigningKeyServices & SetupServices,
): void {
  operatorRoutes(app, services);
  operatorAccountRoutes(app, services);
  setupRoutes(app, services);
  peopleRoutes(app, services);
  documentAdminRoutes(app, services);
  signingKeyRoutes(app, services);
}
