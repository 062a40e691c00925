import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { offsetOf } from '../infra/clock/clock.port.ts';
import type { Authenticator } from '../infra/http/access.port.ts';
import { servePages } from '../infra/http/app-files.routes.ts';
import type { Forward } from '../infra/http/forward.port.ts';
import { healthRoutes } from '../infra/http/health.routes.ts';
import { registerRateLimit } from '../infra/http/rate-limit.middleware.ts';
import { createPageHeaders } from '../infra/http/security-headers.middleware.ts';
import { createHttpServer } from '../infra/http/server.compose.ts';
import { assertMasterKeyInUse } from '../infra/master-key/index.ts';
import { createRelay, type Relay } from '../infra/outbound/relay.client.ts';
import { createForward } from '../modules/forwarding/forward.adapter.ts';
import { createHostTokens } from '../modules/forwarding/host-tokens.client.ts';
import { createTargetLookup } from '../modules/forwarding/targets.usecases.ts';
import { serviceModules } from './areas/index.ts';
import type { ServiceContext } from './areas/service-context.types.ts';
import { withAuditing } from './audited-authenticator.adapter.ts';
import { createAuthenticator } from './authenticator.adapter.ts';
import { withForwardedTokens } from './forwarded-authenticator.adapter.ts';
import { createPollCache } from './poll-cache.compose.ts';

export interface HttpAppOptions {
  version: string;
  /** Validates every response against its full schema. */
  checkAnswers?: boolean;
}

/** Creates the HTTP server with the routes of all modules. */
export async function createHttpApp(
  context: ServiceContext,
  { version, checkAnswers = false }: HttpAppOptions,
): Promise<FastifyInstance> {
  const { clock, config, db, log } = context;
  const { callLimit, readLimit, corsOrigins, trustProxy, speech } = config;
  const { authenticator, forward, relay } = createForwarding(context);
  const catchUp = () => context.changes.catchUp();
  const limits = { callLimit, readLimit };
  const common = { log, clock, version, ...limits, corsOrigins, trustProxy, checkAnswers };
  const app = await createHttpServer({
    ...common,
    authenticator: withAuditing(authenticator, context),
    catchUp,
    forward,
    responseCache: createPollCache(context),
  });
  app.addHook('onClose', async () => relay.close());
  context.metrics.gauge({
    name: 'sealflow_clock_offset_seconds',
    help: 'Seconds by which the local clock is behind the database clock, which the service uses',
    read: async () => ({ '': offsetOf(clock) / 1000 }),
  });
  await registerRateLimit(app, db);
  for (const serviceModule of serviceModules) await serviceModule.registerRoutes?.(app, context);
  healthRoutes(app, {
    database: () => sql`select 1`.execute(db),
    masterKey: () => assertMasterKeyInUse(db, context.masterKey),
    objects: () => context.objects.check(),
    draining: async () => {
      if (context.ownNode.isDraining) throw new Error('an operator drains this node');
    },
  });
  await servePages(app, {
    appDir: config.appDir,
    consoleDir: config.consoleDir,
    pageHeaders: await createPageHeaders(speech ? [new URL(speech.url).origin] : []),
  });
  return app;
}

/** Accepts calls that trusted hosts forward, and forwards calls to the tenants' own servers. */
function createForwarding(context: ServiceContext): {
  authenticator: Authenticator;
  forward: Forward;
  relay: Relay;
} {
  const { accounts, changes, clock, config, database, db, publicUrl } = context;
  const { trustedHosts: hosts, allowPrivateServiceApi: allowPrivate } = config;
  const ownAuthenticator = createAuthenticator(accounts);
  const hostTokens = createHostTokens({ hosts, publicUrl, clock });
  const authenticator =
    hosts.length === 0
      ? ownAuthenticator
      : withForwardedTokens(ownAuthenticator, { pool: database.pool, hostTokens });
  const relay = createRelay({ allowPrivate });
  const { tokens } = accounts;
  const forward = createForward({ findTarget: createTargetLookup(db, changes), relay, tokens, clock });
  return { authenticator, forward, relay };
}
