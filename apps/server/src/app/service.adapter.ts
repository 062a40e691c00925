import type { CallId } from '@sealflow/contract';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { changeFeed, type RunningFeed } from '../infra/changes/postgres.adapter.ts';
import { type Clock, offsetOf } from '../infra/clock/clock.port.ts';
import {
  type DatabaseClock,
  databaseTime,
  openDatabaseClock,
} from '../infra/clock/database-clock.adapter.ts';
import type { Config } from '../infra/config/config.schemas.ts';
import type { DatabaseConnection } from '../infra/database/index.ts';
import { asError } from '../infra/errors/as-error.adapter.ts';
import { serveApp } from '../infra/http/app-files.adapter.ts';
import { prepareDrain } from '../infra/http/drain.adapter.ts';
import { healthRoutes } from '../infra/http/health.routes.ts';
import { limitRates } from '../infra/http/rate-limit.adapter.ts';
import { unserved } from '../infra/http/route.adapter.ts';
import { createHttp } from '../infra/http/server.adapter.ts';
import { startJobs } from '../infra/jobs/pg-boss.adapter.ts';
import type { Mailer } from '../infra/mail/mail.port.ts';
import { noMailer, smtpMailer } from '../infra/mail/smtp.adapter.ts';
import { checkMasterKey, type MasterKey } from '../infra/master-key/index.ts';
import { createMetrics } from '../infra/metrics/metrics.adapter.ts';
import type { ObjectStore } from '../infra/objects/objects.port.ts';
import { httpSmsSender, noSmsSender } from '../infra/sms/http-sms.adapter.ts';
import type { SmsSender } from '../infra/sms/sms.port.ts';
import { createStatements } from '../infra/tokens/statements.adapter.ts';
import { openTokenKeys } from '../infra/tokens/token-keys.adapter.ts';
import { createTokens } from '../infra/tokens/tokens.adapter.ts';
import type { AccountServices } from '../modules/accounts/accounts.port.ts';
import { codeKeyOf } from '../modules/accounts/codes.usecases.ts';
import { memberStates } from '../modules/accounts/gate.repository.ts';
import { keepAdmissions } from '../modules/accounts/gate-cache.usecases.ts';
import { readPasswordPolicy } from '../modules/accounts/password-policy.adapter.ts';
import { licenceKeys } from '../modules/keys/licence-key.usecases.ts';
import { keepCounts } from '../modules/workflow/count-cache.usecases.ts';
import { countTogether } from '../modules/workflow/list.repository.ts';
import { tellAccount } from './account-events.job.ts';
import { areas } from './areas/index.ts';
import { auditedGate } from './audited-gate.adapter.ts';
import { startHousekeeping } from './housekeeping.job.ts';
import { keptAnswers } from './kept-answers.adapter.ts';
import { meetOtherServers } from './other-servers.adapter.ts';
import type { Parts } from './parts.port.ts';
import { pushParts } from './push-parts.adapter.ts';
import { schema } from './version.adapter.ts';

export type { Parts } from './parts.port.ts';

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

export interface Service extends Parts {
  app: FastifyInstance;
  /** Starts this node's background work. */
  work(): Promise<void>;
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
  const { clock, start: keepClock } = options.clock ? givenClock(options.clock) : await clockOf(options);
  const publicHosts = () => [
    ...(config.publicUrl === undefined ? loopbackHosts(port) : [new URL(config.publicUrl).host]),
    ...config.publicHosts,
  ];
  const parts = await putTogether({ ...options, clock }, { publicUrl, publicHosts });
  const app = await serve(options, parts);
  app.addHook('onListen', (done) => {
    const [address] = app.addresses();
    if (typeof address === 'object') port = address.port;
    done();
  });
  const drain = prepareDrain(app);
  const endHousekeeping = startHousekeeping(parts);
  const ends: (() => void | Promise<void>)[] = [endHousekeeping];
  const work = async () => {
    ends.push(keepClock());
    ends.push(parts.changes.start());
    for (const area of areas) {
      const end = await area.work?.(parts);
      if (end) ends.push(end);
    }
  };
  return {
    ...parts,
    app,
    work,
    listen: async () => {
      demandAll(unserved(app));
      await work();
      await app.listen({ host: config.host, port: config.port, backlog });
      return publicUrl();
    },
    close: async () => {
      // A client that reads slowly, or does not finish its request, must not delay the shutdown.
      const cut = setTimeout(() => app.server.closeAllConnections(), patience);
      app.guard.kept?.end();
      // In parallel with the drain: the grace period is too short for both in sequence.
      const left = parts.jobs.leave();
      await drain();
      await app.close();
      clearTimeout(cut);
      await left;
      await parts.mailer.close();
      await parts.accounts.sms.close();
      for (const end of ends.toReversed()) await end();
      await parts.jobs.stop();
    },
  };
}

/** Names of this machine, which no other machine can answer to. */
const loopbackHosts = (port: number) =>
  ['localhost', '127.0.0.1', '[::1]'].map((name) => new URL(`http://${name}:${port}`).host);

async function putTogether(
  options: ServiceOptions & { clock: Clock },
  { publicUrl, publicHosts }: Pick<Parts, 'publicUrl' | 'publicHosts'>,
) {
  const { config, database, objects, log, masterKey, clock } = options;
  const db = database.handle;
  const onError = (error: unknown) => log.error({ err: asError(error) }, 'background task failed');
  const passwords = await readPasswordPolicy(config, (reason) =>
    log.warn({ reason }, 'BREACHED_PASSWORDS_FILE cannot be read: new passwords are rejected'),
  );
  const queues = areas.flatMap((area) => area.queues ?? []);
  const jobs = await startJobs({ connection: database, queues, onError });
  const changes = changeFeed({
    url: config.databaseListenUrl ?? database.url,
    pool: database.pool,
    onTrouble: (error) => log.warn({ err: error }, 'change feed unavailable'),
  });
  const tokenKeys = await openTokenKeys(db, { masterKey, changes, onError });
  const tokens = createTokens({ keys: tokenKeys, issuer: publicUrl, clock });
  const admissions = keepAdmissions(changes);
  const mailer = options.mailer ?? (config.smtp ? smtpMailer(config.smtp) : noMailer);
  const accounts: AccountServices = {
    db,
    pool: database.pool,
    tokens,
    clock,
    sessionLife: config.sessionLife,
    admissions,
    memberStates: memberStates(database.pool),
    outbox: jobs,
    mailer,
    sms: options.sms ?? (config.sms ? httpSmsSender(config.sms) : noSmsSender),
    codeKey: codeKeyOf(masterKey.bytes),
    printCode: config.codesToLog
      ? (purpose, code) => log.warn({ purpose }, `verification code ${code}`)
      : undefined,
    codesWithoutTicket: config.codesWithoutTicket,
    hideAccounts: config.hideAccounts,
    passwords,
    onError,
    tell: tellAccount(clock),
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
    metrics: createMetrics({ version: options.version, schema, onError }),
    objects,
    mailer,
    statements: createStatements(tokenKeys, clock),
    accounts,
    keys: licenceKeys(db, masterKey),
    push: pushParts({ config, db, clock, outbox: jobs, masterKey, log, publicUrl }),
    workflow: {
      db,
      pool: database.pool,
      counts: keepCounts(changes),
      askCount: countTogether(database.pool),
      clock,
      outbox: jobs,
    },
    publicUrl,
    publicHosts,
    onError,
  } satisfies Parts & { changes: RunningFeed };
}

type KeptClock = Pick<DatabaseClock, 'clock' | 'start'>;

const givenClock = (clock: Clock): KeptClock => ({ clock, start: () => () => {} });

function clockOf({ database, log }: ServiceOptions): Promise<KeptClock> {
  return openDatabaseClock({
    ask: () => databaseTime(database.pool),
    onApart: (seconds) => log.warn({ seconds }, 'local clock behind database'),
    onTrouble: (error) => log.warn({ err: asError(error) }, 'database clock unavailable'),
  });
}

async function serve(options: ServiceOptions, parts: Parts): Promise<FastifyInstance> {
  const { config, log, version, checkAnswers = false } = options;
  const { clock, db } = parts;
  const { callLimit, readLimit, corsOrigins, trustProxy, speech } = config;
  const { gate, forward, relay } = meetOtherServers(parts);
  const settle = () => parts.changes.settle();
  const calledOrigins = speech ? [new URL(speech.url).origin] : [];
  const limits = { callLimit, readLimit };
  const common = { log, clock, version, ...limits, corsOrigins, calledOrigins, trustProxy, checkAnswers };
  const app = await createHttp({
    ...common,
    gate: auditedGate(gate, parts),
    settle,
    forward,
    kept: keptAnswers(parts),
  });
  app.addHook('onClose', async () => relay.close());
  parts.metrics.gauge({
    name: 'sealflow_clock_offset_seconds',
    help: 'Seconds by which the local clock is behind the database clock, which the service uses',
    read: async () => ({ '': offsetOf(clock) / 1000 }),
  });
  await limitRates(app, db);
  for (const area of areas) await area.serve?.(app, parts);
  healthRoutes(app, {
    database: () => sql`select 1`.execute(db),
    masterKey: () => checkMasterKey(db, parts.masterKey),
    objects: () => parts.objects.check(),
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
const patience = 1500;

function demandAll(missing: readonly CallId[]): void {
  if (missing.length > 0) throw new Error(`declared calls without a route: ${missing.join(', ')}`);
}
