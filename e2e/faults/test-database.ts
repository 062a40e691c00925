import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { findFreePort } from '../../apps/server/src/app/free-port.util.ts';
import {
  type Cluster,
  createCluster,
  superuser,
} from '../../apps/server/src/infra/database/embedded/cluster.util.ts';
import { ensureSystemDir } from '../../apps/server/src/infra/database/embedded/cluster-location.util.ts';
import {
  findServer,
  sendSignal,
  stopServer,
} from '../../apps/server/src/infra/database/embedded/running-server.util.ts';
import { ensureServerAccount } from '../../apps/server/src/infra/database/embedded/server-account.util.ts';
import { ensureServerBinaries } from '../../apps/server/src/infra/database/embedded/server-binaries.util.ts';
import { startServer } from '../../apps/server/src/infra/database/embedded/start-server.util.ts';
import { binariesIn } from '../../apps/server/testing/postgres.setup.ts';
import { atExit } from './at-exit.ts';

const databaseName = 'sealflow';

/** A PostgreSQL server that can be killed and restarted on the same data. */
export interface TestDatabase {
  /** The port on which the server listens. */
  readonly port: () => number;
  /** The URL through a port: the port of a proxy or of the server. */
  readonly urlForPort: (port: number) => string;
  /** Kills all processes at once, like a power failure without the loss of the file system cache. */
  readonly kill: () => void;
  /** Suspends or resumes all processes. */
  readonly setPaused: (isPaused: boolean) => void;
  /** Kills the server process of one connection of the service. */
  killBackend(pick: (pids: readonly number[]) => number): Promise<void>;
  /** Starts the server again, with recovery, unless it runs. */
  readonly restart: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export async function openTestDatabase(folder: string, bin: string | undefined): Promise<TestDatabase> {
  const account = ensureServerAccount();
  const port = await findFreePort();
  const cluster: Cluster = {
    directory: folder,
    password: randomBytes(12).toString('hex'),
    account,
    binaries: bin ? binariesIn(bin) : ensureServerBinaries(account, account ? ensureSystemDir : () => folder),
    settings: [
      'unix_socket_directories=',
      'listen_addresses=127.0.0.1',
      `port=${port}`,
      'max_connections=150',
      'shared_buffers=64MB',
      'min_wal_size=32MB',
      'max_wal_size=96MB',
    ],
  };
  await createCluster(cluster);
  let { pid } = await startServer(cluster);
  const killAll = () => signalAll(pid, 'SIGKILL');
  const unregister = atExit(killAll);
  const urlForPort = (onPort: number, name = databaseName) =>
    `postgresql://${superuser}:${cluster.password}@127.0.0.1:${onPort}/${name}`;
  const query = async <Row>(statement: string, name: string) => {
    const client = new Client({ connectionString: urlForPort(port, name), connectionTimeoutMillis: 10_000 });
    await client.connect();
    try {
      return (await client.query(statement)).rows as Row[];
    } finally {
      await client.end();
    }
  };
  await query(`create database ${databaseName}`, 'postgres');
  return {
    port: () => port,
    urlForPort: (onPort) => urlForPort(onPort),
    kill: killAll,
    setPaused: (isPaused) => signalAll(pid, isPaused ? 'SIGSTOP' : 'SIGCONT'),
    killBackend: async (pick) => {
      const rows = await query<{ pid: number }>(
        "select pid from pg_stat_activity where application_name like 'sealflow%' and datname is not null",
        databaseName,
      ).catch(() => []);
      // No rows if the whole database is down.
      if (rows.length > 0) sendSignal(pick(rows.map((row) => row.pid)), 'SIGKILL');
    },
    restart: async () => {
      for (let attempts = 0; ; attempts += 1) {
        try {
          const found = await findServer(cluster);
          ({ pid } = found ?? (await startServer(cluster)));
          return;
        } catch (error) {
          // A killed server may not have released its shared memory yet.
          if (attempts > 60) throw error;
          await pause(500);
        }
      }
    },
    stop: async () => {
      unregister();
      await stopServer(cluster, pid);
      if (existsSync(join(folder, 'data'))) rmSync(join(folder, 'data'), { recursive: true });
    },
  };
}

function signalAll(pid: number, name: NodeJS.Signals): void {
  let children = '';
  try {
    children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  } catch {
    // The process has no children or has ended.
  }
  for (const one of [String(pid), ...children.split('\n')]) {
    if (one.trim() !== '') sendSignal(Number(one), name);
  }
}
