import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { connect, type DatabaseConnection, migrate } from '../../apps/server/src/infra/database/index.ts';
import { openTestSmtp, type TestSmtp } from '../../apps/server/testing/smtp.ts';
import { type Child, startChild } from './children.ts';
import { type DatabasePlace, openDatabasePlace } from './database-place.ts';
import { type Line, openLine } from './line.ts';
import { type NodePlace, openNodePlace } from './node-place.ts';
import { openPushEndpoint, type PushEndpoint } from './push-endpoint.ts';
import { makeRunFolder } from './run-folder.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';

export type StoreKind = 's3' | 'folder';

/** The whole service on this machine with all that it stands on, each of which can be broken by itself. */
export interface Place {
  readonly storeKind: StoreKind;
  readonly folder: string;
  readonly logs: string;
  readonly master: string;
  readonly publicUrl: string;
  readonly database: DatabasePlace;
  /** Past all lines, for whoever checks. */
  readonly direct: DatabaseConnection;
  readonly nodes: readonly NodePlace[];
  readonly store: StorePlace | undefined;
  readonly mail: { readonly smtp: TestSmtp; readonly line: Line };
  readonly push: { readonly endpoint: PushEndpoint; readonly line: Line };
  /** Undefined where nothing can be mounted. */
  readonly disks: Readonly<Record<'database' | 'files' | 'logs', SmallDisk | undefined>>;
  /** Settings by which objects are read past all lines. */
  readonly objectSettings: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

export interface StorePlace {
  readonly directory: string;
  readonly url: () => string;
  readonly child: () => Child;
  start(): Promise<void>;
}

export interface PlaceOptions {
  readonly storeKind: StoreKind;
  readonly nodes: number;
  readonly postgresBin: string | undefined;
  readonly logs: string;
  /** Called with the empty database, before any node runs. */
  readonly fill: (connection: DatabaseConnection) => Promise<void>;
}

const bucket = {
  S3_BUCKET: 'sealflow',
  S3_REGION: 'eu-test-1',
  S3_ACCESS_KEY_ID: 'S3RVER',
  S3_SECRET_ACCESS_KEY: 'S3RVER',
};

export async function openPlace(options: PlaceOptions): Promise<Place> {
  const { storeKind, logs } = options;
  const { folder, remove } = makeRunFolder();
  const ends: (() => unknown)[] = [];
  ends.push(remove);
  const close = async () => {
    for (const end of ends.toReversed()) await end();
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
    ends.push(() => disks.database?.unmount());
    ends.push(() => {
      cpSync(logsFolder, logs, { recursive: true, filter: (path) => !path.endsWith('ballast') });
      disks.logs?.unmount();
    });
    ends.push(() => disks.files?.unmount());
    const database = await openDatabasePlace(databaseFolder, options.postgresBin);
    ends.push(database.stop);
    const direct = connect({
      url: database.urlBy(database.port()),
      maximumConnections: 4,
      statementTimeoutMs: 60_000,
      // The database is killed on purpose.
      onConnectionLost: () => {},
    });
    ends.push(direct.close);
    await migrate(direct.handle);
    await options.fill(direct);
    const store = storeKind === 's3' ? await openStore(join(folder, 'bucket'), logs) : undefined;
    ends.push(() => store?.child().end('SIGKILL'));
    const smtp = await openTestSmtp();
    const endpoint = await openPushEndpoint();
    const mail = { smtp, line: await openLine(Number(new URL(smtp.url).port)) };
    const push = { endpoint, line: await openLine(endpoint.port) };
    ends.push(() => Promise.all([mail.line.close(), push.line.close(), endpoint.close()]));
    const master = randomBytes(32).toString('base64');
    // Nobody listens there: it is what documents, tokens and proofs name, wherever a balancer leads.
    const publicUrl = 'http://127.0.0.1:8080';
    const env = {
      HOST: '127.0.0.1',
      PUBLIC_URL: publicUrl,
      APP_DIR: join(folder, 'none'),
      MASTER_KEY: master,
      SEED_DEMO: 'false',
      SIGN_IN_LIMIT: '0',
      CALL_LIMIT: '0',
      CODE_LIMIT: '0',
      KEY_ACCESS_LIMIT: '0',
      UPLOAD_QUOTA_BYTES: '0',
      UPLOAD_TYPES_REFUSED: 'none',
      SMTP_URL: `smtp://127.0.0.1:${mail.line.port}`,
      MAIL_FROM: 'Sealflow <noreply@example.test>',
      PUSH_PRIVATE_ENDPOINTS: 'true',
      AUDIT_CHECKPOINT_SECONDS: '5',
      ...(store ? bucket : {}),
    };
    const nodes: NodePlace[] = [];
    for (let index = 0; index < options.nodes; index += 1) {
      const node = await openNodePlace({
        name: `node${index + 1}`,
        folder: filesFolder,
        logs: logsFolder,
        databasePort: database.port(),
        databaseUrl: database.urlBy,
        storePort: store && Number(new URL(store.url()).port),
        env,
      });
      nodes.push(node);
      ends.push(node.close);
    }
    const objectSettings: Record<string, string> = { DATA_DIR: join(filesFolder), ...(store ? bucket : {}) };
    return {
      storeKind,
      folder: filesFolder,
      logs,
      master,
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

async function openStore(directory: string, logs: string): Promise<StorePlace> {
  let child: Child;
  let url = '';
  const start = async () => {
    const started = await startChild({
      args: [join(import.meta.dirname, 'store-process.ts'), directory],
      env: { PATH: process.env['PATH'] },
      log: join(logs, 'store.log'),
      ready: /Store (\S+)/,
    });
    ({ child } = started);
    url = started.said[1] ?? '';
  };
  mkdirSync(directory);
  await start();
  return { directory, url: () => url, child: () => child, start };
}
