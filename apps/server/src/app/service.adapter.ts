import type { CallId } from '@sealflow/contract';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { type Clock, systemClock } from '../infra/clock/clock.port.ts';
import type { Config } from '../infra/config/config.schemas.ts';
import type { DatabaseConnection } from '../infra/database/index.ts';
import { serveApp } from '../infra/http/app-files.adapter.ts';
import { healthRoutes } from '../infra/http/health.routes.ts';
import { limitRates } from '../infra/http/rate-limit.adapter.ts';
import { unserved } from '../infra/http/route.adapter.ts';
import { createHttp } from '../infra/http/server.adapter.ts';
import { startJobs } from '../infra/jobs/pg-boss.adapter.ts';
import type { MasterKey } from '../infra/master-key/index.ts';
import type { ObjectStore } from '../infra/objects/objects.port.ts';
import { openTokenKeys } from '../infra/tokens/token-keys.adapter.ts';
import { createTokens } from '../infra/tokens/tokens.adapter.ts';
import type { AccountsContext } from '../modules/accounts/accounts.port.ts';
import { accountRoutes } from '../modules/accounts/accounts.routes.ts';
import { adminRoutes } from '../modules/admin/admin.routes.ts';
import { documentRoutes } from '../modules/documents/documents.routes.ts';
import { fileRoutes } from '../modules/files/files.routes.ts';
import { auditRoutes } from '../modules/keys/audit.routes.ts';
import { identifyBy } from '../modules/keys/caller.usecases.ts';
import { keyAccessRoutes } from '../modules/keys/key-access.routes.ts';
import { keyAccessService } from '../modules/keys/key-access.usecases.ts';
import { licenceKeyRoutes } from '../modules/keys/licence-key.routes.ts';
import { type LicenceKeys, licenceKeys } from '../modules/keys/licence-key.usecases.ts';
import { messageRoutes } from '../modules/messages/messages.routes.ts';
import { tenantRoutes } from '../modules/tenants/tenants.routes.ts';
import { type WorkflowServices, workflowQueues } from '../modules/workflow/flow-event.usecases.ts';
import { workOnWorkflow } from '../modules/workflow/workflow.job.ts';
import { workflowRoutes } from '../modules/workflow/workflow.routes.ts';
import { findDemo } from './demo/find-demo.usecases.ts';
import { documentRightsOf } from './document-rights.adapter.ts';
import { createGate } from './gate.adapter.ts';
import { startHousekeeping } from './housekeeping.job.ts';
import { tellOfNewDevice } from './new-device.job.ts';

export interface ServiceOptions {
  config: Config;
  database: DatabaseConnection;
  masterKey: MasterKey;
  objects: ObjectStore;
  log: FastifyBaseLogger;
  version: string;
  clock?: Clock;
  /** Checks every answer by its whole schema. */
  checkAnswers?: boolean;
}

/** What the use cases stand on, put together once. */
export interface Parts {
  readonly accounts: AccountsContext;
  readonly keys: LicenceKeys;
  readonly objects: ObjectStore;
  readonly workflow: WorkflowServices;
  /** The address that clients use. */
  readonly publicUrl: () => string;
}

export interface Service extends Parts {
  app: FastifyInstance;
  /** Begins to take requests. @returns the address. */
  listen(): Promise<string>;
  /** Answers what is under way and stops; the database is left to whoever opened it. */
  close(): Promise<void>;
}

/** Puts the service together on a migrated database. Nothing listens yet. */
export async function createService(options: ServiceOptions): Promise<Service> {
  const { config, database, objects, log, masterKey } = options;
  const db = database.handle;
  const clock = options.clock ?? systemClock;
  const onError = (error: unknown) => log.error({ err: error }, 'work behind the scenes failed');
  let port = config.port;
  const publicUrl = () => config.publicUrl ?? `http://localhost:${port}`;
  const tokens = createTokens({ keys: await openTokenKeys(db, masterKey), issuer: publicUrl, clock });
  const jobs = await startJobs({ connection: database, queues: workflowQueues, onError });
  const parts: Parts = {
    accounts: { db, pool: database.pool, tokens, clock, onNewDevice: tellOfNewDevice(clock) },
    keys: licenceKeys(db, masterKey),
    objects,
    workflow: { db, clock, outbox: jobs },
    publicUrl,
  };
  const app = await serve(options, parts);
  const endHousekeeping = startHousekeeping({ db, clock }, onError);
  return {
    ...parts,
    app,
    listen: async () => {
      demandAll(unserved(app));
      await workOnWorkflow(jobs, parts.workflow);
      await app.listen({ host: config.host, port: config.port });
      const [address] = app.addresses();
      if (typeof address === 'object') port = address.port;
      return publicUrl();
    },
    close: async () => {
      endHousekeeping();
      // Whoever reads slowly or never finishes asking is not waited for.
      const cut = setTimeout(() => app.server.closeAllConnections(), patience);
      await app.close();
      clearTimeout(cut);
      await jobs.stop();
    },
  };
}

async function serve(options: ServiceOptions, parts: Parts): Promise<FastifyInstance> {
  const { config, log, version, checkAnswers = false } = options;
  const { accounts, keys, objects, workflow, publicUrl } = parts;
  const { db, clock } = accounts;
  const { corsOrigins, trustProxy } = config;
  const gate = createGate(accounts);
  const app = await createHttp({ gate, log, version, corsOrigins, trustProxy, checkAnswers });
  await limitRates(app, db);

  tenantRoutes(app, { db });
  accountRoutes(app, accounts, { publicUrl, signInLimit: config.signInLimit });
  licenceKeyRoutes(app, { keys, clock });
  auditRoutes(app, { db });
  const findRights = documentRightsOf(db);
  const identify = identifyBy(accounts);
  const keyAccess = keyAccessService({ handle: db, identify, clock, keys, findRights, publicUrl });
  await keyAccessRoutes(app, keyAccess, { limit: config.keyAccessLimit });
  documentRoutes(app, { db, clock, keys, publicUrl });
  await fileRoutes(app, { ...accounts, objects, uploadLimitBytes: config.uploadLimitBytes });
  messageRoutes(app, { db });
  workflowRoutes(app, workflow);
  adminRoutes(app, { findDemo: () => findDemo(db) });

  healthRoutes(app, { database: () => sql`select 1`.execute(db) });
  await serveApp(app, config.appDir);
  return app;
}

/** What a request under way has left when the service ends. */
const patience = 1500;

function demandAll(missing: readonly CallId[]): void {
  if (missing.length > 0) throw new Error(`declared calls that nobody serves: ${missing.join(', ')}`);
}
