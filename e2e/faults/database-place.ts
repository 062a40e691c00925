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

/** A PostgreSQL that can die and be started again on what it left. */
export interface DatabasePlace {
  /** Where it listens now; another port after each start. */
  readonly port: () => number;
  /** Through a port: a line's, or its own. */
  readonly urlBy: (port: number) => string;
  /** Kills all of it at once, as a machine does that loses its power (what the system had taken stays). */
  readonly kill: () => void;
  /** Lets it stand still, as a machine that is paused, or go on. */
  readonly stand: (still: boolean) => void;
  /** Resets one of the connections that the service has, at the server's end. */
  killBackend(pick: (pids: readonly number[]) => number): Promise<void>;
  /** Starts it again, with recovery, where it does not run. */
  readonly revive: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export async function openDatabasePlace(folder: string, bin: string | undefined): Promise<DatabasePlace> {
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
  const killNow = () => signalAll(pid, 'SIGKILL');
  const takeBack = atExit(killNow);
  const urlBy = (by: number, name = databaseName) =>
    `postgresql://${superuser}:${cluster.password}@127.0.0.1:${by}/${name}`;
  const ask = async <Row>(statement: string, name: string) => {
    const client = new Client({ connectionString: urlBy(port, name), connectionTimeoutMillis: 10_000 });
    await client.connect();
    try {
      return (await client.query(statement)).rows as Row[];
    } finally {
      await client.end();
    }
  };
  await ask(`create database ${databaseName}`, 'postgres');
  return {
    port: () => port,
    urlBy: (by) => urlBy(by),
    kill: killNow,
    stand: (still) => signalAll(pid, still ? 'SIGSTOP' : 'SIGCONT'),
    killBackend: async (pick) => {
      const rows = await ask<{ pid: number }>(
        "select pid from pg_stat_activity where application_name like 'sealflow%' and datname is not null",
        databaseName,
      ).catch(() => []);
      // None where the whole database is down already.
      if (rows.length > 0) sendSignal(pick(rows.map((row) => row.pid)), 'SIGKILL');
    },
    revive: async () => {
      for (let tries = 0; ; tries += 1) {
        try {
          const found = await findServer(cluster);
          ({ pid } = found ?? (await startServer(cluster)));
          return;
        } catch (error) {
          // What was killed may not have let go of its memory yet.
          if (tries > 60) throw error;
          await pause(500);
        }
      }
    },
    stop: async () => {
      takeBack();
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
    // It has none: it is gone already.
  }
  for (const one of [String(pid), ...children.split('\n')]) {
    if (one.trim() !== '') sendSignal(Number(one), name);
  }
}
