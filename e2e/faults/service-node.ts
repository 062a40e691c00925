import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Child, startChild } from './child-processes.ts';
import { openTcpProxy, type TcpProxy } from './tcp-proxy.ts';

/** One node of the service with the proxies on its connections. */
export interface ServiceNode {
  readonly name: string;
  /** The proxy between clients and the node. */
  readonly front: TcpProxy;
  readonly database: TcpProxy;
  /** The proxy of the connection for change notifications. */
  readonly changes: TcpProxy;
  /** Undefined if a folder stores the objects. */
  readonly store: TcpProxy | undefined;
  readonly child: () => Child;
  /** Whether the node can be expected to respond: it is neither dead nor paused. */
  isResponsive: () => boolean;
  start(): Promise<void>;
  setPaused(shouldPause: boolean): void;
  shiftClock(shiftMs: number): void;
  readonly log: string;
  readonly close: () => Promise<void>;
}

export interface ServiceNodeOptions {
  readonly name: string;
  /** Shared by all nodes. Contains `objects` and a folder for each node below `nodes`. */
  readonly folder: string;
  readonly logs: string;
  readonly databasePort: number;
  readonly databaseUrl: (port: number) => string;
  readonly storePort: number | undefined;
  readonly env: Readonly<Record<string, string>>;
}

const folderOfThisFile = import.meta.dirname;
const startTimeoutMs = 60_000;

export async function startServiceNode(options: ServiceNodeOptions): Promise<ServiceNode> {
  const { name, folder, logs, databasePort, databaseUrl, storePort, env } = options;
  const [front, database, changes] = await Promise.all([
    openTcpProxy(),
    openTcpProxy(databasePort),
    openTcpProxy(databasePort),
  ]);
  const store = storePort === undefined ? undefined : await openTcpProxy(storePort);
  const dataDirectory = join(folder, 'nodes', name);
  mkdirSync(dataDirectory, { recursive: true });
  mkdirSync(join(folder, 'objects'), { recursive: true });
  symlinkSync(join(folder, 'objects'), join(dataDirectory, 'objects'));
  const log = join(logs, `${name}.log`);
  let child: Child;
  let isPaused = false;
  const start = async () => {
    const started = await startChild({
      args: [
        '--import',
        join(folderOfThisFile, 'clock-preload.ts'),
        join(folderOfThisFile, '../../apps/server/src/main.ts'),
      ],
      env: {
        PATH: process.env['PATH'],
        ...env,
        PORT: '0',
        DATA_DIR: dataDirectory,
        DATABASE_URL: databaseUrl(database.port),
        DATABASE_LISTEN_URL: databaseUrl(changes.port),
        ...(store ? { S3_URL: `http://127.0.0.1:${store.port}` } : {}),
      },
      log,
      readyPattern: /Address +\S+/,
    });
    ({ child } = started);
    isPaused = false;
    const { local } = JSON.parse(readFileSync(join(dataDirectory, 'service.json'), 'utf8')) as {
      local: string;
    };
    front.setTarget(Number(new URL(local).port));
  };
  /** Restarts the node as a process manager does, because it ends while a dependency is missing. */
  const startWithRetries = async () => {
    const deadline = performance.now() + startTimeoutMs;
    for (;;) {
      try {
        return await start();
      } catch (error) {
        if (performance.now() > deadline) throw error;
        await pause(500);
      }
    }
  };
  await start();
  return {
    name,
    front,
    database,
    changes,
    store,
    log,
    child: () => child,
    isResponsive: () => child.isRunning() && !isPaused,
    start: startWithRetries,
    setPaused: (shouldPause) => {
      isPaused = shouldPause;
      child.process.kill(shouldPause ? 'SIGSTOP' : 'SIGCONT');
    },
    shiftClock: (shiftMs) => {
      // A process that another fault has ended has no clock. Its restart uses the real time.
      if (child.process.connected) child.process.send({ shiftMs }, () => {});
    },
    close: async () => {
      await child.end('SIGKILL');
      await Promise.all([front, database, changes, ...(store ? [store] : [])].map((proxy) => proxy.close()));
    },
  };
}
