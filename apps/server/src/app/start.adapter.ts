import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../infra/config/config.schemas.ts';
import { type DatabaseConnection, openDatabase } from '../infra/database/index.ts';
import { createLogger } from '../infra/log/logger.adapter.ts';
import { type MasterKey, masterKeyOf } from '../infra/master-key/index.ts';
import { openFolderStore } from '../infra/objects/folder.adapter.ts';
import { type Demo, findDemo } from './demo/find-demo.usecases.ts';
import { seedDemo, wantsDemo } from './demo/seed-demo.usecases.ts';
import { freePort } from './free-port.adapter.ts';
import { ensureOperatorFile } from './operator-file.adapter.ts';
import { createService, type Service } from './service.adapter.ts';
import { removeServiceFile, writeServiceFile } from './service-file.adapter.ts';
import { version } from './version.adapter.ts';

export interface StartedService {
  url: string;
  masterKey: MasterKey;
  /** The demo's accounts, where this database has them. */
  demo: Demo | undefined;
  service: Service;
  /** Answers what is under way, then stops everything that was started. */
  stop(): Promise<void>;
}

export interface StartOptions {
  config: Config;
  /** The embedded database went without being asked: nothing works any more. */
  onDatabaseLost: () => void;
}

/** Starts all that a running service is: database, keys, calls, app. */
export async function startService({ config: asked, onDatabaseLost }: StartOptions): Promise<StartedService> {
  // Sealed documents carry the address, and the demo is sealed before anyone is answered.
  const config = { ...asked, port: asked.port || (await freePort()) };
  const { dataDir, databaseUrl } = config;
  const log = createLogger(config.logLevel);
  await mkdir(dataDir, { recursive: true });
  const database = await openDatabase({
    databaseUrl,
    dataDir,
    onUnexpectedStop: onDatabaseLost,
    onConnectionLost: (error) => log.warn({ err: error }, 'a database connection was lost'),
  });
  try {
    return await startOn(database, { config, log });
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function startOn(
  database: DatabaseConnection,
  { config, log }: { config: Config; log: ReturnType<typeof createLogger> },
): Promise<StartedService> {
  const { dataDir } = config;
  const masterKey = await masterKeyOf(database.handle, { given: config.masterKey, dataDir });
  const objects = await openFolderStore(join(dataDir, 'objects'));
  const db = database.handle;
  const service = await createService({ config, database, masterKey, objects, log, version });
  await ensureOperatorFile(db, dataDir);
  // Before the first request: whoever sees the service ready sees all of it.
  if (await isDemoDue(db, config)) await seedDemo(service);
  const url = await service.listen();
  await writeServiceFile(dataDir, url);
  return {
    url,
    masterKey,
    demo: await findDemo(db),
    service,
    stop: async () => {
      await removeServiceFile(dataDir);
      await service.close();
      await database.close();
    },
  };
}

/** By itself the demo goes into the embedded database alone: another one is somebody's own. */
async function isDemoDue(
  db: DatabaseConnection['handle'],
  { seedDemo: asked, databaseUrl }: Config,
): Promise<boolean> {
  return (asked ?? databaseUrl === undefined) && wantsDemo(db);
}
