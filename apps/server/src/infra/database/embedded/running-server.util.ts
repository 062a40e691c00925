import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Cluster, dataDirOf } from './cluster.util.ts';

/** A server that accepts connections, started by this process or found. */
export interface RunningServer {
  pid: number;
  /** The folder of its Unix socket, or 127.0.0.1. */
  host: string;
  port: number;
}

const pollIntervalMs = 10;

/** Finds the running server of the cluster and waits until it is ready; undefined if there is none. */
export async function findServer(cluster: Cluster): Promise<RunningServer | undefined> {
  for (;;) {
    const found = readState(cluster);
    if (!found) return undefined;
    const { pid } = found.server;
    if (!isServer(cluster, pid)) {
      if (isAlive(pid)) deleteStaleState(cluster, pid);
      return undefined;
    }
    if (found.isReady) return found.server;
    await pause(pollIntervalMs);
  }
}

/**
 * Deletes a stale `postmaster.pid`. PostgreSQL does so after a crash, unless the pid in it was reused by another process of the
 * same user. The file is renamed and read again first, because a concurrent start may have replaced it.
 */
function deleteStaleState(cluster: Cluster, pid: number): void {
  const file = stateFile(cluster);
  const movedFile = `${file}.${randomUUID()}`;
  renameSync(file, movedFile);
  if (Number.parseInt(read(movedFile), 10) === pid) rmSync(movedFile);
  else renameSync(movedFile, file);
}

/**
 * Deletes a stale lock file of the socket, which would prevent the start of the server. It is stale if its pid is not that of
 * a server of this cluster.
 */
export function deleteStaleSocketLock(cluster: Cluster): void {
  const socket = join(cluster.directory, 'run', '.s.PGSQL.5432');
  const pid = Number.parseInt(read(`${socket}.lock`), 10);
  if (Number.isNaN(pid) || isServer(cluster, pid)) return;
  rmSync(`${socket}.lock`, { force: true });
  rmSync(socket, { force: true });
}

/** The server with this process id if it is ready, else undefined. */
export function findReadyServer(cluster: Cluster, pid: number): RunningServer | undefined {
  const found = readState(cluster);
  return found?.isReady && found.server.pid === pid ? found.server : undefined;
}

/** Stops the server by a fast shutdown: open transactions are rolled back and all data is flushed. */
export async function stopServer(cluster: Cluster, pid: number): Promise<void> {
  sendSignal(pid, 'SIGINT');
  while (isServer(cluster, pid)) await pause(pollIntervalMs);
}

export function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has already ended.
  }
}

const stateFile = (cluster: Cluster): string => join(dataDirOf(cluster), 'postmaster.pid');

/** Parses `postmaster.pid`. Its lines: pid, data folder, start time, port, socket folder, address, shared memory, state. */
function readState(cluster: Cluster): { server: RunningServer; isReady: boolean } | undefined {
  const [pid, , , port, socketDir, address, , state] = read(stateFile(cluster)).split('\n');
  if (!Number(pid)) return undefined;
  const host = socketDir || address || '';
  return { server: { pid: Number(pid), host, port: Number(port) }, isReady: state?.trim() === 'ready' };
}

/** Whether the process is a server of this cluster: after a crash the pid may have been reused. */
export function isServer(cluster: Cluster, pid: number): boolean {
  if (!isAlive(pid)) return false;
  if (process.platform !== 'linux') return true;
  if (cluster.account && ownerIDOf(`/proc/${pid}`) !== cluster.account.uid) return false;
  return read(`/proc/${pid}/cmdline`).split('\0').includes(dataDirOf(cluster));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function ownerIDOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.uid;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
