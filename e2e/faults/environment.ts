import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { connect, type DatabaseConnection, migrate } from '../../apps/server/src/infra/database/index.ts';
import { openTestSmtp, type TestSmtp } from '../../apps/server/testing/smtp.ts';
import { type Child, startChild } from './child-processes.ts';
import { openPushEndpoint, type PushEndpoint } from './push-endpoint.ts';
import { makeRunFolder } from './run-folder.ts';
import { type ServiceNode, startServiceNode } from './service-node.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';
import { openTcpProxy, type TcpProxy } from './tcp-proxy.ts';
import { openTestDatabase, type TestDatabase } from './test-database.ts';

export type StoreKind = 's3' | 'folder';

/** The whole service on this machine with its dependencies. Each part can fail separately. */
export interface Environment {
  readonly storeKind: StoreKind;
  readonly folder: string;
  readonly logs: string;
  readonly masterKey: string;
  readonly publicUrl: string;
  readonly database: TestDatabase;
  /** A database connection for checks that bypasses the proxies. */
  readonly direct: DatabaseConnection;
  readonly nodes: readonly ServiceNode[];
  readonly store: StoreProcess | undefined;
  readonly mail: { readonly smtp: TestSmtp; readonly proxy: TcpProxy };
  readonly push: { readonly endpoint: PushEndpoint; readonly proxy: TcpProxy };
  /** Undefined if this machine cannot mount one. */
  readonly disks: Readonly<Record<'database' | 'files' | 'logs', SmallDisk | undefined>>;
  /** Settings for a direct access to the objects that bypasses the proxies. */
  readonly objectSettings: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

export interface StoreProcess {
  readonly directory: string;
  readonly url: () => string;
  readonly child: () => Child;
  start(): Promise<void>;
}

export interface EnvironmentOptions {
  readonly storeKind: StoreKind;
  readonly nodes: number;
  readonly postgresBin: string | undefined;
  readonly logs: string;
  /** Runs on the empty database before any node starts. */
  readonly prepareDatabase: (connection: DatabaseConnection) => Promise<void>;
}

const bucket = {
  S3_BUCKET: 'sealflow',
  S3_REGION: 'eu-test-1',
  S3_ACCESS_KEY_ID: 'S3RVER',
  S3_SECRET_ACCESS_KEY: 'S3RVER',
};

export async function openEnvironment(options: EnvironmentOptions): Promise<Environment> {
  const { storeKind, logs } = options;
  const { folder, remove } = makeRunFolder();
  const cleanups: (() => unknown)[] = [];
  cleanups.push(remove);
  const close = async () => {
    for (const cleanup of cleanups.toReversed()) await cleanup();
  };
  try {
    const databaseFolder = join(folder, 'postgres');
    const filesFolder = join(folder, 'files');
    const logsFolder = join(folder, 'logs');
    mkdirSync(databaseFolder, { mode: 0o711 });
    mkdirSync(filesFolder, { mode: 0o711 });
    mkdirSync(logsFolder);
    const disks = {
      database: mountSmallDisk(databaseFolder, 640),
      files: storeKind === 'folder' ? mountSmallDisk(filesFolder, 512) : undefined,
      logs: mountSmallDisk(logsFolder, 64),
    };
    cleanups.push(() => disks.database?.unmount());
    cleanups.push(() => {
      cpSync(logsFolder, logs, { recursive: true, filter: (path) => !path.endsWith('ballast') });
      disks.logs?.unmount();
    });
    cleanups.push(() => disks.files?.unmount());
    const database = await openTestDatabase(databaseFolder, options.postgresBin);
    cleanups.push(database.stop);
    const direct = connect({
      url: database.urlForPort(database.port()),
      maximumConnections: 4,
      statementTimeoutMs: 60_000,
      // Faults kill the database deliberately.
      onConnectionLost: () => {},
    });
    cleanups.push(direct.close);
    await migrate(direct.handle);
    await options.prepareDatabase(direct);
    const store = storeKind === 's3' ? await openStore(join(folder, 'bucket'), logs) : undefined;
    cleanups.push(() => store?.child().end('SIGKILL'));
    const smtp = await openTestSmtp();
    const endpoint = await openPushEndpoint();
    const mail = { smtp, proxy: await openTcpProxy(Number(new URL(smtp.url).port)) };
    const push = { endpoint, proxy: await openTcpProxy(endpoint.port) };
    cleanups.push(() => Promise.all([mail.proxy.close(), push.proxy.close(), endpoint.close()]));
    const masterKey = randomBytes(32).toString('base64');
    // The address in documents, tokens and proofs, as of a load balancer. No process listens there.
    const publicUrl = 'http://127.0.0.1:8080';
    const env = {
      HOST: '127.0.0.1',
      PUBLIC_URL: publicUrl,
      APP_DIR: join(folder, 'none'),
      MASTER_KEY: masterKey,
      SEED_DEMO: 'false',
      SIGN_IN_LIMIT: '0',
      CALL_LIMIT: '0',
      CODE_LIMIT: '0',
      KEY_ACCESS_LIMIT: '0',
      UPLOAD_QUOTA_BYTES: '0',
      UPLOAD_TYPES_REFUSED: 'none',
      SMTP_URL: `smtp://127.0.0.1:${mail.proxy.port}`,
      MAIL_FROM: 'Sealflow <noreply@example.test>',
      PUSH_PRIVATE_ENDPOINTS: 'true',
      AUDIT_CHECKPOINT_SECONDS: '5',
      ...(store ? bucket : {}),
    };
    const nodes: ServiceNode[] = [];
    for (let index = 0; index < options.nodes; index += 1) {
      const node = await startServiceNode({
        name: `node${index + 1}`,
        folder: filesFolder,
        logs: logsFolder,
        databasePort: database.port(),
        databaseUrl: database.urlForPort,
        storePort: store && Number(new URL(store.url()).port),
        env,
      });
      nodes.push(node);
      cleanups.push(node.close);
    }
    const objectSettings: Record<string, string> = { DATA_DIR: join(filesFolder), ...(store ? bucket : {}) };
    return {
      storeKind,
      folder: filesFolder,
      logs,
      masterKey,
      publicUrl,
      database,
      direct,
      nodes,
      store,
      mail,
      push,
      disks,
      objectSettings,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openStore(directory: string, logs: string): Promise<StoreProcess> {
  let child: Child;
  let url = '';
  const start = async () => {
    const started = await startChild({
      args: [join(import.meta.dirname, 'store-process.ts'), directory],
      env: { PATH: process.env['PATH'] },
      log: join(logs, 'store.log'),
      readyPattern: /Store (\S+)/,
    });
    ({ child } = started);
    url = started.readyMatch[1] ?? '';
  };
  mkdirSync(directory);
  await start();
  return { directory, url: () => url, child: () => child, start };
}
