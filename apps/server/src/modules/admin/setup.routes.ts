import type { FastifyInstance } from 'fastify';
import { limitPerMinute } from '../../infra/http/rate-limit.middleware.ts';
import { createMetadataReader } from '../../infra/http/request-metadata.util.ts';
import { route } from '../../infra/http/route.middleware.ts';
import type { AdminServices } from './admin.types.ts';
import { checkSetup, createFirstOperator, enrolSetupTotp } from './setup.usecases.ts';

export interface SetupServices extends AdminServices {
  /** Sign-ins per minute from one address; 0 for no limit. */
  readonly signInLimit: number;
  /** The hosts, with ports, under which clients know the service. */
  readonly publicHosts: () => readonly string[];
}

/** Calls of the first-run assistant. A set-up link authorises them instead of a session. */
export function setupRoutes(app: FastifyInstance, services: SetupServices): void {
  // Shares the counter of the sign-ins, because an attacker may guess at any of these calls.
  const readMetadata = createMetadataReader(services.publicHosts);
  const limit = limitPerMinute(services.signInLimit, 'sign-in');
  route(
    app,
    'POST /api/v1/setup/actions/check',
    async ({ body }) => ({ data: await checkSetup(services, body.token) }),
    limit,
  );
  route(
    app,
    'POST /api/v1/setup/actions/enrol-totp',
    async ({ body }) => ({ data: await enrolSetupTotp(services, body) }),
    limit,
  );
  route(
    app,
    'POST /api/v1/setup/actions/create-operator',
    async ({ body, request }) => createFirstOperator(services, body, readMetadata(request)),
    limit,
  );
}
