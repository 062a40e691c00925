import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync, renameSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseError } from '../database.errors.ts';
import { type Cluster, createServerDir, dataDirOf, serverSpawnOptions } from './cluster.util.ts';
import { deleteStaleSocketLock, findReadyServer, type RunningServer } from './running-server.util.ts';

const pollIntervalMs = 10;

/** Maximum path length of a Unix socket on all supported systems. */
const maxSocketPathBytes = 100;

/** Starts the server and waits until it accepts connections. It survives a crash of this process and is found again. */
export async function startServer(cluster: Cluster): Promise<RunningServer> {
  const settings = [...(await addressSettings(cluster)), ...serverSettings, ...(cluster.settings ?? [])];
  deleteStaleSocketLock(cluster);
  const log = openLog(cluster);
  const args = ['-D', dataDirOf(cluster), ...settings.flatMap((setting) => ['-c', setting])];
  const child = spawn(cluster.binaries.postgres, args, {
    ...serverSpawnOptions(cluster),
    // In its own session: Ctrl-C in the terminal reaches only this process, which then stops the server cleanly.
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  child.unref();
  const exited = once(child, 'exit').then(
    () => true,
    () => true,
  );
  for (;;) {
    const server = child.pid === undefined ? undefined : findReadyServer(cluster, child.pid);
    if (server) return server;
    if (await Promise.race([exited, pause(pollIntervalMs, false)])) {
      throw new DatabaseError('database.start_failed', `PostgreSQL did not start: ${lastLogLines(cluster)}`);
    }
  }
}

/** Address settings: a Unix socket, or a port on the loopback interface if the path of the socket is too long. */
async function addressSettings(cluster: Cluster): Promise<string[]> {
  const folder = join(cluster.directory, 'run');
  if (Buffer.byteLength(join(folder, '.s.PGSQL.5432')) > maxSocketPathBytes) {
    return ['unix_socket_directories=', 'listen_addresses=127.0.0.1', `port=${await findFreePort()}`];
  }
  createServerDir(cluster.account, folder);
  const quoted = `"${folder.replaceAll('"', '""')}"`;
  return [
    `unix_socket_directories=${quoted}`,
    'unix_socket_permissions=0700',
    'listen_addresses=',
    'port=5432',
  ];
}

/** Keeps statements out of the server log: failed ones contain names and phone numbers. The service logs the errors itself. */
const serverSettings = [
  'log_min_messages=log',
  'log_min_error_statement=panic',
  'log_error_verbosity=terse',
  'log_checkpoints=off',
  'jit=off',
  'timezone=UTC',
  'log_timezone=UTC',
];

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

const logFileOf = (cluster: Cluster): string => join(cluster.directory, 'postgres.log');

/** Opens the log of this run; the log of the previous run is renamed. */
function openLog(cluster: Cluster): number {
  const log = logFileOf(cluster);
  if (existsSync(log)) renameSync(log, `${log}.before`);
  return openSync(log, 'w', 0o600);
}

function lastLogLines(cluster: Cluster): string {
  return (
    readFileSync(logFileOf(cluster), 'utf8').trim().split('\n').slice(-3).join(' / ') ||
    `see ${logFileOf(cluster)}`
  );
}
