import type { CallId } from '@sealflow/contract';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { createChangeFeed, type StartableChangeFeed } from '../infra/changes/postgres.adapter.ts';
import { type Clock, offsetOf } from '../infra/clock/clock.port.ts';
import {
  type DatabaseClock,
  openDatabaseClock,
  queryDatabaseTime,
} from '../infra/clock/database-clock.adapter.ts';
import type { Config } from '../infra/config/config.schemas.ts';
import type { DatabaseConnection } from '../infra/database/index.ts';
import { toError } from '../infra/errors/to-error.util.ts';
import { serveApp } from '../infra/http/app-files.routes.ts';
import { prepareDrain } from '../infra/http/drain.middleware.ts';
import { healthRoutes } from '../infra/http/health.routes.ts';
import { registerRateLimit } from '../infra/http/rate-limit.middleware.ts';
import { unimplementedCalls } from '../infra/http/route.middleware.ts';
import { createHttpServer } from '../infra/http/server.compose.ts';
import { startJobs } from '../infra/jobs/pg-boss.adapter.ts';
import type { Mailer } from '../infra/mail/mail.port.ts';
import { createSmtpMailer, disabledMailer } from '../infra/mail/smtp.adapter.ts';
import { assertMasterKeyInUse, type MasterKey } from '../infra/master-key/index.ts';
import { createMetrics } from '../infra/metrics/metrics.util.ts';
import type { ObjectStore } from '../infra/objects/objects.port.ts';
import { createHttpSmsSender, disabledSmsSender } from '../infra/sms/http-sms.adapter.ts';
import type { SmsSender } from '../infra/sms/sms.port.ts';
import { createStatements } from '../infra/tokens/statements.util.ts';
import { openTokenKeys } from '../infra/tokens/token-keys.repository.ts';
import { createTokens } from '../infra/tokens/tokens.util.ts';
import type { AccountServices } from '../modules/accounts/accounts.types.ts';
import { createAdmissionCache } from '../modules/accounts/authentication/admission-cache.usecases.ts';
import { createMemberStateLoader } from '../modules/accounts/authentication/authentication.repository.ts';
import { deriveCodeKey } from '../modules/accounts/codes/codes.usecases.ts';
import { readPasswordPolicy } from '../modules/accounts/passwords/password-policy.util.ts';
import { createLicenceKeys } from '../modules/keys/licence-key.usecases.ts';
import { createCountCache } from '../modules/workflow/count-cache.usecases.ts';
import { createBatchedCountRunner } from '../modules/workflow/list.repository.ts';
import { notifyAccount } from './account-events.job.ts';
import { serviceModules } from './areas/index.ts';
import { withAuditing } from './audited-authenticator.adapter.ts';
import { createForwarding } from './forwarding.compose.ts';
import { startHousekeeping } from './housekeeping.job.ts';
import { createPollCache } from './poll-cache.compose.ts';
import { createPushContext } from './push-context.compose.ts';
import type { ServiceContext } from './service-context.types.ts';
import { schemaVersion } from './version.util.ts';

export type { ServiceContext } from './service-context.types.ts';

export interface ServiceOptions {
  config: Config;
  database: DatabaseConnection;
  masterKey: MasterKey;
  objects: ObjectStore;
  /** Default: as configured. */
  mailer?: Mailer;
  sms?: SmsSender;
  log: FastifyBaseLogger;
  version: string;
  /** Default: the database clock. */
  clock?: Clock;
  /** Validates every response against its full schema. */
  checkAnswers?: boolean;
}

export interface Service extends ServiceContext {
  app: FastifyInstance;
  /** Starts this node's background work. */
  startWork(): Promise<void>;
  /** Starts the background work and listens. @returns the public URL. */
  listen(): Promise<string>;
  /** Completes requests in progress and stops. The database stays open: the caller opened it. */
  close(): Promise<void>;
}

/** Composes the service on a migrated database. It does not listen yet. */
export async function createService(options: ServiceOptions): Promise<Service> {
  const { config } = options;
  let port = config.port;
  const publicUrl = () => config.publicUrl ?? `http://localhost:${port}`;
  const { clock, start: startClock } = options.clock
    ? externalClock(options.clock)
    : await openClock(options);
  const publicHosts = () => [
    ...(config.publicUrl === undefined ? loopbackHosts(port) : [new URL(config.publicUrl).host]),
    ...config.publicHosts,
  ];
  const context = await createContext({ ...options, clock }, { publicUrl, publicHosts });
  const app = await createApp(options, context);
  app.addHook('onListen', (done) => {
    const [address] = app.addresses();
    if (typeof address === 'object') port = address.port;
    done();
  });
  const drain = prepareDrain(app);
  const stopHousekeeping = startHousekeeping(context);
  const stopFunctions: (() => void | Promise<void>)[] = [stopHousekeeping];
  const startWork = async () => {
    stopFunctions.push(startClock());
    stopFunctions.push(context.changes.start());
    for (const serviceModule of serviceModules) {
      const stop = await serviceModule.startWorkers?.(context);
      if (stop) stopFunctions.push(stop);
    }
  };
  return {
    ...context,
    app,
    startWork,
    listen: async () => {
      assertAllServed(unimplementedCalls(app));
      await startWork();
      await app.listen({ host: config.host, port: config.port, backlog });
      return publicUrl();
    },
    close: async () => {
      // A client that reads slowly, or does not finish its request, must not delay the shutdown.
      const forceCloseTimer = setTimeout(() => app.server.closeAllConnections(), shutdownGraceMs);
      app.guard.responseCache?.disable();
      // In parallel with the drain: the grace period is too short for both in sequence.
      const jobsDrained = context.jobs.drain();
      await drain();
      await app.close();
      clearTimeout(forceCloseTimer);
      await jobsDrained;
      await context.mailer.close();
      await context.accounts.sms.close();
      for (const stop of stopFunctions.toReversed()) await stop();
      await context.jobs.stop();
    },
  };
}

/** Names of this machine, which no other machine can answer to. */
const loopbackHosts = (port: number) =>
  ['localhost', '127.0.0.1', '[::1]'].map((name) => new URL(`http://${name}:${port}`).host);

async function createContext(
  options: ServiceOptions & { clock: Clock },
  { publicUrl, publicHosts }: Pick<ServiceContext, 'publicUrl' | 'publicHosts'>,
) {
  const { config, database, objects, log, masterKey, clock } = options;
  const db = database.handle;
  const onError = (error: unknown) => log.error({ err: toError(error) }, 'background task failed');
  const passwords = await readPasswordPolicy(config, (reason) =>
    log.warn({ reason }, 'BREACHED_PASSWORDS_FILE cannot be read: new passwords are rejected'),
  );
  const queues = serviceModules.flatMap((serviceModule) => serviceModule.queues ?? []);
  const jobs = await startJobs({ connection: database, queues, onError });
  const changes = createChangeFeed({
    url: config.databaseListenUrl ?? database.url,
    pool: database.pool,
    onError: (error) => log.warn({ err: error }, 'change feed unavailable'),
  });
  const tokenKeys = await openTokenKeys(db, { masterKey, changes, onError });
  const tokens = createTokens({ keys: tokenKeys, issuer: publicUrl, clock });
  const admissionCache = createAdmissionCache(changes);
  const mailer = options.mailer ?? (config.smtp ? createSmtpMailer(config.smtp) : disabledMailer);
  const accounts: AccountServices = {
    db,
    pool: database.pool,
    tokens,
    clock,
    sessionLifetimeMs: config.sessionLifetimeMs,
    admissionCache,
    loadMemberState: createMemberStateLoader(database.pool),
    outbox: jobs,
    mailer,
    sms: options.sms ?? (config.sms ? createHttpSmsSender(config.sms) : disabledSmsSender),
    codeKey: deriveCodeKey(masterKey.bytes),
    printCode: config.codesToLog
      ? (purpose, code) => log.warn({ purpose }, `verification code ${code}`)
      : undefined,
    isTicketOptional: config.codesWithoutTicket,
    shouldHideAccounts: config.hideAccounts,
    passwords,
    onError,
    publishEvent: notifyAccount(clock),
  };
  return {
    config,
    database,
    db,
    clock,
    log,
    jobs,
    changes,
    masterKey,
    metrics: createMetrics({ version: options.version, schema: schemaVersion, onError }),
    objects,
    mailer,
    statements: createStatements(tokenKeys, clock),
    accounts,
    keys: createLicenceKeys(db, masterKey),
    push: createPushContext({ config, db, clock, outbox: jobs, masterKey, log, publicUrl }),
    workflow: {
      db,
      pool: database.pool,
      counts: createCountCache(changes),
      runCount: createBatchedCountRunner(database.pool),
      clock,
      outbox: jobs,
    },
    publicUrl,
    publicHosts,
    onError,
  } satisfies ServiceContext & { changes: StartableChangeFeed };
}

type StartableClock = Pick<DatabaseClock, 'clock' | 'start'>;

const externalClock = (clock: Clock): StartableClock => ({ clock, start: () => () => {} });

function openClock({ database, log }: ServiceOptions): Promise<StartableClock> {
  return openDatabaseClock({
    queryTime: () => queryDatabaseTime(database.pool),
    onSkew: (seconds) => log.warn({ seconds }, 'local clock behind database'),
    onError: (error) => log.warn({ err: toError(error) }, 'database clock unavailable'),
  });
}

async function createApp(options: ServiceOptions, context: ServiceContext): Promise<FastifyInstance> {
  const { config, log, version, checkAnswers = false } = options;
  const { clock, db } = context;
  const { callLimit, readLimit, corsOrigins, trustProxy, speech } = config;
  const { authenticator, forward, relay } = createForwarding(context);
  const catchUp = () => context.changes.catchUp();
  const calledOrigins = speech ? [new URL(speech.url).origin] : [];
  const limits = { callLimit, readLimit };
  const common = { log, clock, version, ...limits, corsOrigins, calledOrigins, trustProxy, checkAnswers };
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
  });
  await serveApp(app, config.appDir);
  return app;
}

/**
 * Pending connections in the accept queue while the node is busy. 100,000 clients open one connection a minute each; a
 * client that finds the queue full retries only after a second.
 */
const backlog = 4096;

/** Time for requests in progress when the service stops. */
const shutdownGraceMs = 1500;

function assertAllServed(missing: readonly CallId[]): void {
  if (missing.length > 0) throw new Error(`declared calls without a route: ${missing.join(', ')}`);
}
