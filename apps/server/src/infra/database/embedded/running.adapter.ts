import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Cluster, dataOf } from './cluster.adapter.ts';

/** A server that takes connections, started by us or found. */
export interface RunningServer {
  pid: number;
  /** The folder of its socket, or 127.0.0.1. */
  host: string;
  port: number;
}

const pollMs = 10;

/** The server that runs on the cluster already, once it is ready; undefined where there is none. */
export async function findServer(cluster: Cluster): Promise<RunningServer | undefined> {
  for (;;) {
    const found = readState(cluster);
    if (!found) return undefined;
    const { pid } = found.server;
    if (!isServer(cluster, pid)) {
      if (isAlive(pid)) clearState(cluster, pid);
      return undefined;
    }
    if (found.ready) return found.server;
    await pause(pollMs);
  }
}

/**
 * After a crash PostgreSQL clears its state by itself, unless the number in it went to another process of the same
 * user. Moved aside and read again, for another start may have replaced it in between.
 */
function clearState(cluster: Cluster, pid: number): void {
  const file = stateFile(cluster);
  const aside = `${file}.${randomUUID()}`;
  renameSync(file, aside);
  if (Number.parseInt(read(aside), 10) === pid) rmSync(aside);
  else renameSync(aside, file);
}

/**
 * The same for the lock beside the socket: with the number of a process that is no server of this cluster it is left over,
 * and would keep the server from starting.
 */
export function clearSocketLock(cluster: Cluster): void {
  const socket = join(cluster.directory, 'run', '.s.PGSQL.5432');
  const pid = Number.parseInt(read(`${socket}.lock`), 10);
  if (Number.isNaN(pid) || isServer(cluster, pid)) return;
  rmSync(`${socket}.lock`, { force: true });
  rmSync(socket, { force: true });
}

/** The server with this process id, as soon as it is ready. */
export function readyServer(cluster: Cluster, pid: number): RunningServer | undefined {
  const found = readState(cluster);
  return found?.ready && found.server.pid === pid ? found.server : undefined;
}

/** Ends the server in order: open transactions are rolled back, all is written. */
export async function stopServer(cluster: Cluster, pid: number): Promise<void> {
  signal(pid, 'SIGINT');
  while (isServer(cluster, pid)) await pause(pollMs);
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It is gone already.
  }
}

const stateFile = (cluster: Cluster): string => join(dataOf(cluster), 'postmaster.pid');

/** PostgreSQL keeps its state line by line: process, data, start, port, socket folder, address, memory, state. */
function readState(cluster: Cluster): { server: RunningServer; ready: boolean } | undefined {
  const [pid, , , port, socketDir, address, , state] = read(stateFile(cluster)).split('\n');
  if (!Number(pid)) return undefined;
  const host = socketDir || address || '';
  return { server: { pid: Number(pid), host, port: Number(port) }, ready: state?.trim() === 'ready' };
}

/** Not merely a process with that number: after a crash the number may belong to anything. */
export function isServer(cluster: Cluster, pid: number): boolean {
  if (!isAlive(pid)) return false;
  if (process.platform !== 'linux') return true;
  if (cluster.account && ownerOf(`/proc/${pid}`) !== cluster.account.uid) return false;
  return read(`/proc/${pid}/cmdline`).split('\0').includes(dataOf(cluster));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function ownerOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.uid;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
