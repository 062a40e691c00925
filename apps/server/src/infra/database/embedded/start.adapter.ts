import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync, renameSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseError } from '../database.errors.ts';
import { type Cluster, dataOf, makeFor, serverProcess } from './cluster.adapter.ts';
import { clearSocketLock, type RunningServer, readyServer } from './running.adapter.ts';

const pollMs = 10;

/** Maximum path length of a Unix socket on all supported systems. */
const socketPathBytes = 100;

/** Starts the server and waits until it accepts connections. It survives a crash of this process and is found again. */
export async function startServer(cluster: Cluster): Promise<RunningServer> {
  const settings = [...(await addressOf(cluster)), ...quietSettings, ...(cluster.settings ?? [])];
  clearSocketLock(cluster);
  const log = openLog(cluster);
  const args = ['-D', dataOf(cluster), ...settings.flatMap((setting) => ['-c', setting])];
  const child = spawn(cluster.binaries.postgres, args, {
    ...serverProcess(cluster),
    // In its own session: Ctrl-C in the terminal reaches only this process, which then stops the server cleanly.
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  child.unref();
  const ended = once(child, 'exit').then(
    () => true,
    () => true,
  );
  for (;;) {
    const server = child.pid === undefined ? undefined : readyServer(cluster, child.pid);
    if (server) return server;
    if (await Promise.race([ended, pause(pollMs, false)])) {
      throw new DatabaseError('database.start_failed', `PostgreSQL did not start: ${lastWords(cluster)}`);
    }
  }
}

/** Address settings: a Unix socket, or a port on the loopback interface if the path of the socket is too long. */
async function addressOf(cluster: Cluster): Promise<string[]> {
  const folder = join(cluster.directory, 'run');
  if (Buffer.byteLength(join(folder, '.s.PGSQL.5432')) > socketPathBytes) {
    return ['unix_socket_directories=', 'listen_addresses=127.0.0.1', `port=${await freePort()}`];
  }
  makeFor(cluster.account, folder);
  const quoted = `"${folder.replaceAll('"', '""')}"`;
  return [
    `unix_socket_directories=${quoted}`,
    'unix_socket_permissions=0700',
    'listen_addresses=',
    'port=5432',
  ];
}

/** Keeps statements out of the server log: failed ones contain names and phone numbers. The service logs the errors itself. */
const quietSettings = [
  'log_min_messages=log',
  'log_min_error_statement=panic',
  'log_error_verbosity=terse',
  'log_checkpoints=off',
  'jit=off',
  'timezone=UTC',
  'log_timezone=UTC',
];

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

const logOf = (cluster: Cluster): string => join(cluster.directory, 'postgres.log');

/** Opens the log of this run; the log of the previous run is renamed. */
function openLog(cluster: Cluster): number {
  const log = logOf(cluster);
  if (existsSync(log)) renameSync(log, `${log}.before`);
  return openSync(log, 'w', 0o600);
}

function lastWords(cluster: Cluster): string {
  return (
    readFileSync(logOf(cluster), 'utf8').trim().split('\n').slice(-3).join(' / ') || `see ${logOf(cluster)}`
  );
}
