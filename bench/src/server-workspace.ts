import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { EmbeddedServer } from '../../apps/server/src/infra/database/embedded/cluster-owner.util.ts';
import { makeTestFolder } from '../../apps/server/testing/folder.ts';
import { serverProcess, startPostgres } from './server-database.ts';
import { moveToClientCore, type Program, startProgram } from './server-programs.ts';

export interface Workspace {
  readonly folder: string;
  readonly postgres: EmbeddedServer;
  /** Called at the end, in reverse order. */
  readonly cleanups: (() => unknown)[];
}

/** A temporary folder and PostgreSQL server on the core of the client. */
export async function withWorkspace<T>(
  bin: string | undefined,
  work: (workspace: Workspace) => Promise<T>,
  settings: readonly string[] = [],
): Promise<T> {
  const folder = makeTestFolder();
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const cleanups: (() => unknown)[] = [remove];
  process.once('exit', remove);
  let ended: Promise<void> | undefined;
  const endAll = () =>
    (ended ??= (async () => {
      for (const end of cleanups.toReversed()) await end();
    })());
  // A database without its folder does not stop.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void endAll().finally(() => process.exit(1)));
  try {
    log('a database');
    const postgres = await startPostgres(folder, bin, settings);
    cleanups.push(postgres.stop);
    moveToClientCore(process.pid);
    moveToClientCore(serverProcess(folder));
    return await work({ folder, postgres, cleanups });
  } catch (error) {
    // Called before the other cleanups, because ended dependencies cause error messages.
    log(error instanceof Error ? (error.stack ?? error.message) : String(error));
    throw error;
  } finally {
    await endAll();
  }
}

export interface NodeOptions {
  /** The URL of the database. */
  readonly url: string;
  readonly folder: string;
  readonly master: string;
  readonly port: string;
  readonly publicUrl: string;
  /** As for `startProgram`. */
  readonly core?: string | null;
  /** Further settings of the service. */
  readonly more?: Readonly<Record<string, string>>;
  /** Arguments of Node, such as `--cpu-prof`. */
  readonly arguments?: readonly string[];
}

/** Starts the service without app and demo. */
export function startNode(options: NodeOptions): Promise<Program> {
  const { url, folder, master, port, publicUrl, core, more } = options;
  const environment = {
    DATABASE_URL: url,
    DATA_DIR: join(folder, 'service'),
    APP_DIR: join(folder, 'none'),
    MASTER_KEY: master,
    PORT: port,
    HOST: '127.0.0.1',
    PUBLIC_URL: publicUrl,
    SEED_DEMO: 'false',
    // Disables the rate limits, because one account decides more per second than a person per day.
    CALL_LIMIT: '0',
    READ_LIMIT: '0',
    ...more,
  };
  return startProgram(
    join(import.meta.dirname, '../../apps/server/src/main.ts'),
    environment,
    core,
    options.arguments,
  );
}

export function log(what: string): void {
  process.stderr.write(`${what}\n`);
}
