import type { FastifyBaseLogger } from 'fastify';
import { createChangeFeed, type StartableChangeFeed } from '../infra/changes/postgres.adapter.ts';
import type { Clock } from '../infra/clock/clock.port.ts';
import type { Config } from '../infra/config/config.schemas.ts';
import type { DatabaseConnection } from '../infra/database/index.ts';
import { openDelivery } from '../infra/delivery/delivery.client.ts';
import { toError } from '../infra/errors/to-error.util.ts';
import { startJobs } from '../infra/jobs/pg-boss.adapter.ts';
import type { Mailer } from '../infra/mail/mail.port.ts';
import type { MasterKey } from '../infra/master-key/index.ts';
import { createMetrics } from '../infra/metrics/metrics.util.ts';
import type { ObjectStore } from '../infra/objects/objects.port.ts';
import type { SmsSender } from '../infra/sms/sms.port.ts';
import { createStatements } from '../infra/tokens/statements.util.ts';
import { openTokenKeys } from '../infra/tokens/token-keys.repository.ts';
import { serviceModules } from './areas/index.ts';
import type { Infrastructure } from './areas/service-context.types.ts';
import { schemaVersion } from './version.util.ts';

export interface InfrastructureOptions {
  config: Config;
  database: DatabaseConnection;
  masterKey: MasterKey;
  objects: ObjectStore;
  /** Default: as configured. */
  mailer?: Mailer;
  sms?: SmsSender;
  log: FastifyBaseLogger;
  version: string;
}

/** Starts the job queue and builds the parts of the service that do not belong to a module. */
export async function createInfrastructure(
  options: InfrastructureOptions,
  { clock, publicUrl, publicHosts }: { clock: Clock } & Pick<Infrastructure, 'publicUrl' | 'publicHosts'>,
): Promise<Infrastructure & { changes: StartableChangeFeed }> {
  const { config, database, objects, log, masterKey, version } = options;
  const db = database.handle;
  const onError = (error: unknown) => log.error({ err: toError(error) }, 'background task failed');
  const queues = serviceModules.flatMap((serviceModule) => serviceModule.queues ?? []);
  const jobs = await startJobs({ connection: database, queues, onError });
  const changes = createChangeFeed({
    url: config.databaseListenUrl ?? database.url,
    pool: database.pool,
    onError: (error) => log.warn({ err: error }, 'change feed unavailable'),
  });
  const tokenKeys = await openTokenKeys(db, { masterKey, changes, onError });
  const environment = { smtp: config.smtp, sms: config.sms };
  const delivery = await openDelivery(db, { masterKey, changes, environment, onError });
  return {
    config,
    database,
    db,
    clock,
    log,
    jobs,
    changes,
    masterKey,
    metrics: createMetrics({ version, schema: schemaVersion, onError }),
    objects,
    mailer: options.mailer ?? delivery.mailer,
    sms: options.sms ?? delivery.sms,
    refreshDelivery: delivery.refresh,
    tokenKeys,
    statements: createStatements(tokenKeys, clock),
    publicUrl,
    publicHosts,
    onError,
  };
}
