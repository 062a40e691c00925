import { type SpawnOptions, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseError } from '../database.errors.ts';
import type { ServerAccount } from './server-account.util.ts';
import type { ServerBinaries } from './server-binaries.util.ts';

/** A PostgreSQL cluster with the account and binaries that run it. */
export interface Cluster {
  /** Owned by the user of this process; the folders inside that the server writes are owned by its account. */
  directory: string;
  password: string;
  account: ServerAccount;
  binaries: ServerBinaries;
  /** Further settings of the server, `name=value`. */
  settings?: string[];
}

export const superuser = 'sealflow';

export const dataDirOf = (cluster: Cluster): string => join(cluster.directory, 'data');

/** Creates the cluster if there is none. Atomic: a crash or a concurrent start never leaves a partial cluster. */
export async function createCluster(cluster: Cluster): Promise<void> {
  const data = dataDirOf(cluster);
  if (existsSync(data)) return;
  const temporaryDir = `${data}.${randomUUID()}`;
  const passwordFile = `${temporaryDir}.password`;
  createServerDir(cluster.account, temporaryDir);
  writeFileSync(passwordFile, cluster.password, { mode: 0o600 });
  if (cluster.account) chownSync(passwordFile, cluster.account.uid, cluster.account.gid);
  try {
    await initialise(cluster, temporaryDir, passwordFile);
    renameSync(temporaryDir, data);
  } catch (error) {
    rmSync(temporaryDir, { recursive: true, force: true });
    if (!existsSync(data)) throw error;
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

async function initialise(cluster: Cluster, data: string, passwordFile: string): Promise<void> {
  const { initdb, majorVersion } = cluster.binaries;
  const args = [
    `--pgdata=${data}`,
    `--username=${superuser}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // Sorts by code point, the same on every machine. Queries that sort names of people specify a collation.
    ...(majorVersion >= 17
      ? ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
      : ['--locale=C.UTF-8']),
  ];
  const child = spawn(initdb, args, { ...serverSpawnOptions(cluster), stdio: ['ignore', 'ignore', 'pipe'] });
  let stderrText = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderrText += text;
  });
  const [status] = await once(child, 'close');
  if (status !== 0) throw new DatabaseError('database.start_failed', `initdb failed: ${stderrText.trim()}`);
}

/** Spawn options of the server's programs: its account, and a clean environment, because ours may contain secrets. */
export function serverSpawnOptions({ account }: Cluster): SpawnOptions {
  return { ...account, cwd: '/', env: { LC_ALL: 'C', TZ: 'UTC', PATH: process.env['PATH'] ?? '' } };
}

/** Creates a folder with mode 0700 that is owned by the server's account. */
export function createServerDir(account: ServerAccount, directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (account) chownSync(directory, account.uid, account.gid);
}
