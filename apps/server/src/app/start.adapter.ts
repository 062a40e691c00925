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
import { createLogger } from '../infra/log/logger.adapter.ts';
import { findMasterKeyID, type MasterKey, masterKeyOf } from '../infra/master-key/index.ts';
import { openObjectStore } from '../infra/objects/index.ts';
import { type Demo, findDemo } from './demo/find-demo.usecases.ts';
import { seedDemo, wantsDemo } from './demo/seed-demo.usecases.ts';
import { keepPort } from './free-port.adapter.ts';
import { ensureOperatorFile } from './operator-file.adapter.ts';
import { createService, type Service } from './service.adapter.ts';
import { removeServiceFile, writeServiceFile } from './service-file.adapter.ts';
import { version } from './version.adapter.ts';

export interface OpenService {
  config: Config;
  masterKey: MasterKey;
  service: Service;
  /** Begins to work and to take requests. @returns the address. */
  readonly listen: () => Promise<string>;
  /** Answers what is under way, then stops everything that was started. */
  stop(): Promise<void>;
}

export interface StartedService extends OpenService {
  url: string;
  /** The demo's accounts, where this database has them. */
  demo: Demo | undefined;
}

export interface StartOptions {
  config: Config;
  /** The embedded database went without being asked: nothing works any more. */
  onDatabaseLost: () => void;
}

/** Starts all that a running service is: database, keys, calls, app. */
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
    const stop = async () => {
      try {
        await removeServiceFile(config.dataDir);
      } finally {
        await opened.stop();
      }
    };
    return { ...opened, url, demo, stop };
  } catch (error) {
    // A failed clean-up must not hide the cause of the failed start.
    await operator.undo().catch(() => {});
    await opened.stop();
    throw error;
  }
}

/** Where it listens, as this machine reaches it. */
function localAddress([listened]: readonly (string | AddressInfo)[]): string {
  if (typeof listened !== 'object') throw new Error('the service listens nowhere');
  const { address, port } = listened;
  const near = { '0.0.0.0': '127.0.0.1', '::': '::1' }[address] ?? address;
  return `http://${near.includes(':') ? `[${near}]` : near}:${port}`;
}

export interface OpenOptions extends StartOptions {
  /** `administration` serves one command: nothing is created, seeded or migrated. */
  readonly purpose: 'start' | 'administration';
}

/** The whole service, filled where it is due, before anyone can reach it. */
export async function openService({
  config: asked,
  purpose,
  onDatabaseLost,
}: OpenOptions): Promise<OpenService> {
  // Sealed documents carry the address, and the demo is sealed before anyone is answered.
  const kept = asked.port === 0 ? await keepPort() : undefined;
  const config = { ...asked, port: kept?.port ?? asked.port };
  const { dataDir, databaseUrl } = config;
  const log = createLogger(config.logLevel);
  if (databaseUrl && acceptsAnyCertificate(databaseUrl)) {
    log.warn('sslmode=no-verify does not verify the certificate of the database: use verify-full');
  }
  if (purpose === 'start') {
    await mkdir(dataDir, { recursive: true }).catch((error: unknown) => {
      throw new ConfigError('DATA_DIR is no folder that can be written to', { cause: error });
    });
  }
  const database = await openDatabase({
    purpose,
    databaseUrl,
    directUrl: config.maintenanceDatabaseUrl,
    dataDir,
    onUnexpectedStop: onDatabaseLost,
    onConnectionLost: (error) => log.warn({ err: error }, 'a database connection was lost'),
  });
  try {
    const opened = await openOn(database, { config, log, purpose });
    const listen = async () => {
      await kept?.free();
      return opened.service.listen();
    };
    return { ...opened, listen };
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function openOn(
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
  const masterKey = await masterKeyOf(db, { given: config.masterKey, dataDir });
  const objects = await openObjectStore(config, { mayCreate: purpose === 'start' });
  const service = await createService({ config, database, masterKey, objects, log, version });
  if (purpose === 'start') {
    await markDataFolder(db, config);
    // Before the first request: whoever sees the service ready sees all of it.
    if (await isDemoDue(db, config)) await seedDemo(service);
  }
  const stop = async () => {
    await service.close();
    await database.close();
  };
  return { config, masterKey, service, stop };
}

/** @throws DatabaseError where no start has made the master key yet: a command would make one by itself. */
async function assertStartedBefore(db: DatabaseConnection['handle']): Promise<void> {
  if ((await findMasterKeyID(db)) !== undefined) return;
  throw new DatabaseError(
    'database.not_founded',
    'no service was started on this database yet: start the service first',
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

/** By itself the demo goes into the embedded database alone: another one is somebody's own. */
async function isDemoDue(
  db: DatabaseConnection['handle'],
  { seedDemo: asked, databaseUrl }: Config,
): Promise<boolean> {
  return (asked ?? databaseUrl === undefined) && wantsDemo(db);
}
