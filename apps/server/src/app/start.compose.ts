import { mkdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { acceptsAnyCertificate } from '../infra/config/addresses.schemas.ts';
import { type Config, ConfigError } from '../infra/config/config.schemas.ts';
import {
  type DatabaseConnection,
  DatabaseError,
  findDeploymentID,
  openDatabase,
  writeDataFolderMark,
} from '../infra/database/index.ts';
import { createLogger } from '../infra/log/logger.util.ts';
import { findMasterKeyID, type MasterKey, openServiceMasterKey } from '../infra/master-key/index.ts';
import { openObjectStore } from '../infra/objects/index.ts';
import { issueFirstSetupLink, type SetupLink } from '../modules/admin/setup-links.usecases.ts';
import { type Demo, findDemo } from './demo/find-demo.usecases.ts';
import { needsDemo, seedDemo } from './demo/seed-demo.usecases.ts';
import { reservePort } from './free-port.util.ts';
import { ensureOperatorFile } from './operator-file.usecases.ts';
import { createService, type Service } from './service.compose.ts';
import { removeServiceFile, writeServiceFile } from './service-file.util.ts';
import { version } from './version.util.ts';

export interface OpenService {
  config: Config;
  masterKey: MasterKey;
  service: Service;
  /** Starts the background work and listens. @returns the public URL. */
  readonly listen: () => Promise<string>;
  /** Completes requests in progress, then stops everything that was started. */
  stop(): Promise<void>;
}

export interface StartedService extends OpenService {
  url: string;
  /** The demo accounts; undefined if this database was not seeded. */
  demo: Demo | undefined;
  /** Creates an operator; undefined where a person operates the deployment already. */
  setupLink: SetupLink | undefined;
}

export interface StartOptions {
  config: Config;
  /** Called when the embedded database stops unexpectedly. The service cannot continue. */
  onDatabaseLost: () => void;
}

/** Starts the complete service: database, keys, routes, app. */
export async function startService(options: StartOptions): Promise<StartedService> {
  const opened = await openService({ ...options, purpose: 'start' });
  const { config, service, listen } = opened;
  const operator = await ensureOperatorFile(service.db, config.dataDir).catch(async (error: unknown) => {
    await opened.stop();
    throw error;
  });
  try {
    const url = await listen();
    await writeServiceFile(config.dataDir, { url, local: localAddress(service.app.addresses()) });
    const demo = await findDemo(service.accounts.db);
    const setupLink = await issueFirstSetupLink(service.db, { publicUrl: url, now: service.clock() });
    const stop = async () => {
      try {
        await removeServiceFile(config.dataDir);
      } finally {
        await opened.stop();
      }
    };
    return { ...opened, url, demo, setupLink, stop };
  } catch (error) {
    // A failed clean-up must not hide the cause of the failed start.
    await operator.undo().catch(() => {});
    await opened.stop();
    throw error;
  }
}

/** The URL of the listening socket from this machine. */
function localAddress([listened]: readonly (string | AddressInfo)[]): string {
  if (typeof listened !== 'object') throw new Error('the service does not listen on a port');
  const { address, port } = listened;
  const localHost = { '0.0.0.0': '127.0.0.1', '::': '::1' }[address] ?? address;
  return `http://${localHost.includes(':') ? `[${localHost}]` : localHost}:${port}`;
}

export interface OpenOptions extends StartOptions {
  /** `administration` runs a single command: nothing is created, seeded or migrated. */
  readonly purpose: 'start' | 'administration';
}

/** Opens the service without listening, and seeds the demo if it is due. */
export async function openService({
  config: requested,
  purpose,
  onDatabaseLost,
}: OpenOptions): Promise<OpenService> {
  // Sealed documents contain the public URL, and the demo is sealed before the service listens: the port is needed now.
  const reservedPort = requested.port === 0 ? await reservePort() : undefined;
  const config = { ...requested, port: reservedPort?.port ?? requested.port };
  const { dataDir, databaseUrl } = config;
  const log = createLogger(config.logLevel);
  if (databaseUrl && acceptsAnyCertificate(databaseUrl)) {
    log.warn('sslmode=no-verify does not verify the database certificate: use verify-full');
  }
  if (purpose === 'start') {
    await mkdir(dataDir, { recursive: true }).catch((error: unknown) => {
      throw new ConfigError('DATA_DIR is not a writable directory', { cause: error });
    });
  }
  const database = await openDatabase({
    purpose,
    databaseUrl,
    directUrl: config.maintenanceDatabaseUrl,
    dataDir,
    onUnexpectedStop: onDatabaseLost,
    onConnectionLost: (error) => log.warn({ err: error }, 'database connection lost'),
  });
  try {
    const opened = await openServiceOn(database, { config, log, purpose });
    const listen = async () => {
      await reservedPort?.release();
      return opened.service.listen();
    };
    return { ...opened, listen };
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function openServiceOn(
  database: DatabaseConnection,
  {
    config,
    log,
    purpose,
  }: { config: Config; log: ReturnType<typeof createLogger>; purpose: OpenOptions['purpose'] },
): Promise<Omit<OpenService, 'listen'>> {
  const { dataDir } = config;
  const db = database.handle;
  if (purpose === 'administration') await assertStartedBefore(db);
  const masterKey = await openServiceMasterKey(db, { source: config.masterKey, dataDir });
  const objects = await openObjectStore(config, { canCreate: purpose === 'start' });
  const service = await createService({ config, database, masterKey, objects, log, version });
  if (purpose === 'start') {
    await markDataFolder(db, config);
    // Seeded before the first request, so that a ready service has all its data.
    if (await isDemoDue(db, config)) await seedDemo(service);
  }
  const stop = async () => {
    await service.close();
    await database.close();
  };
  return { config, masterKey, service, stop };
}

/** @throws DatabaseError if no start has created the master key yet: an administration command must not create one. */
async function assertStartedBefore(db: DatabaseConnection['handle']): Promise<void> {
  if ((await findMasterKeyID(db)) !== undefined) return;
  throw new DatabaseError(
    'database.not_founded',
    'the database has never been used by a service: start the service first',
  );
}

async function markDataFolder(
  db: DatabaseConnection['handle'],
  { dataDir, databaseUrl }: Config,
): Promise<void> {
  const deployment = await findDeploymentID(db);
  if (deployment === undefined) throw new Error('the migrated database has no deployment id');
  await writeDataFolderMark(dataDir, { deployment, server: databaseUrl ? 'external' : 'embedded' });
}

/** Without SEED_DEMO only an embedded database is seeded: an external one may hold the operator's own data. */
async function isDemoDue(
  db: DatabaseConnection['handle'],
  { seedDemo: requested, databaseUrl }: Config,
): Promise<boolean> {
  return (requested ?? databaseUrl === undefined) && needsDemo(db);
}
