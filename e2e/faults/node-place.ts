import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Child, startChild } from './children.ts';
import { type Line, openLine } from './line.ts';

/** One node of the service with the lines that lead to it and from it. */
export interface NodePlace {
  readonly name: string;
  /** What clients come by. */
  readonly front: Line;
  readonly database: Line;
  /** Of the connection that changes are told on. */
  readonly changes: Line;
  /** Undefined where objects lie in a folder. */
  readonly store: Line | undefined;
  readonly child: () => Child;
  /** Whether it can be expected to answer: not while it is dead or stands still. */
  isUp: () => boolean;
  start(): Promise<void>;
  stand(still: boolean): void;
  shiftClock(milliseconds: number): void;
  readonly log: string;
  readonly close: () => Promise<void>;
}

export interface NodeNeeds {
  readonly name: string;
  /** Shared by all nodes: `objects`, and below `nodes` what is each one's own. */
  readonly folder: string;
  readonly logs: string;
  readonly databasePort: number;
  readonly databaseUrl: (port: number) => string;
  readonly storePort: number | undefined;
  readonly env: Readonly<Record<string, string>>;
}

const here = import.meta.dirname;
const startLimitMs = 60_000;

export async function openNodePlace(needs: NodeNeeds): Promise<NodePlace> {
  const { name, folder, logs, databasePort, databaseUrl, storePort, env } = needs;
  const [front, database, changes] = await Promise.all([
    openLine(),
    openLine(databasePort),
    openLine(databasePort),
  ]);
  const store = storePort === undefined ? undefined : await openLine(storePort);
  const own = join(folder, 'nodes', name);
  mkdirSync(own, { recursive: true });
  mkdirSync(join(folder, 'objects'), { recursive: true });
  symlinkSync(join(folder, 'objects'), join(own, 'objects'));
  const log = join(logs, `${name}.log`);
  let child: Child;
  let isStill = false;
  const start = async () => {
    const started = await startChild({
      args: ['--import', join(here, 'clock-preload.ts'), join(here, '../../apps/server/src/main.ts')],
      env: {
        PATH: process.env['PATH'],
        ...env,
        PORT: '0',
        DATA_DIR: own,
        DATABASE_URL: databaseUrl(database.port),
        DATABASE_LISTEN_URL: databaseUrl(changes.port),
        ...(store ? { S3_URL: `http://127.0.0.1:${store.port}` } : {}),
      },
      log,
      ready: /Address +\S+/,
    });
    ({ child } = started);
    isStill = false;
    const { local } = JSON.parse(readFileSync(join(own, 'service.json'), 'utf8')) as { local: string };
    front.lead(Number(new URL(local).port));
  };
  /** Whatever looks after processes starts one again that ended because something it needs was not there yet. */
  const startAgain = async () => {
    const until = performance.now() + startLimitMs;
    for (;;) {
      try {
        return await start();
      } catch (error) {
        if (performance.now() > until) throw error;
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
    isUp: () => child.isRunning() && !isStill,
    start: startAgain,
    stand: (still) => {
      isStill = still;
      child.process.kill(still ? 'SIGSTOP' : 'SIGCONT');
    },
    shiftClock: (shiftMs) => {
      // One that another fault has just ended has no clock; it gets the right one when it is started again.
      if (child.process.connected) child.process.send({ shiftMs }, () => {});
    },
    close: async () => {
      await child.end('SIGKILL');
      await Promise.all([front, database, changes, ...(store ? [store] : [])].map((line) => line.close()));
    },
  };
}
