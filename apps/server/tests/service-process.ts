import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import type { DatabaseConnection } from '../src/infra/database/index.ts';
import { openTestDatabase } from '../testing/database.ts';
import { makeTestFolder } from '../testing/folder.ts';

/** The database and the settings that the nodes of one service share. Each started process is one node. */
export interface ServicePlace {
  readonly database: DatabaseConnection;
  readonly folder: string;
  /** Environment of all nodes. */
  readonly env: Readonly<Record<string, string | undefined>>;
  start(settings?: Readonly<Record<string, string>>): Promise<ServiceProcess>;
  /** Kills every node that still runs and drops the database. */
  close(): Promise<void>;
}

export interface ServiceProcess {
  readonly url: string;
  readonly pid: number;
  /** Standard error output so far. */
  readonly errors: () => string;
  /** Sends a signal, SIGTERM by default. @returns the exit code; null after a signal without a handler. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

export async function openServicePlace(common: Readonly<Record<string, string>> = {}): Promise<ServicePlace> {
  const database = await openTestDatabase();
  const folder = makeTestFolder();
  const env = {
    ...process.env,
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: database.url,
    MASTER_KEY: randomBytes(32).toString('base64'),
    SEED_DEMO: 'true',
    SIGN_IN_LIMIT: '0',
    CALL_LIMIT: '0',
    READ_LIMIT: '0',
    ...common,
  };
  const running = new Set<ChildProcess>();
  return {
    database,
    folder,
    env,
    start: async (settings = {}) => {
      const child = spawn(process.execPath, [join(import.meta.dirname, '../src/main.ts')], {
        env: { ...env, ...settings },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      running.add(child);
      child.once('exit', () => running.delete(child));
      return startedAs(child);
    },
    close: async () => {
      await Promise.all([...running].map((child) => end(child, 'SIGKILL')));
      await database.close();
    },
  };
}

async function startedAs(child: ChildProcess): Promise<ServiceProcess> {
  let errors = '';
  child.stderr?.on('data', (chunk) => {
    errors += String(chunk);
  });
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (chunk) => {
      output += String(chunk);
      const address = /Address +(\S+)/.exec(output)?.[1];
      if (address !== undefined) resolve(address);
    });
    child.once('exit', () => reject(new Error(`the service did not start: ${output}${errors}`)));
  });
  return {
    url,
    pid: child.pid ?? 0,
    errors: () => errors,
    stop: (signal = 'SIGTERM') => end(child, signal),
  };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const gone = once(child, 'exit');
  child.kill(signal);
  const [code] = await gone;
  return code as number | null;
}
