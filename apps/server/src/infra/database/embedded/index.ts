import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseError } from '../database.errors.ts';
import {
  createTraversableDir,
  ensureClusterLocation,
  ensureSystemDir,
  findClusterLocation,
} from './cluster-location.util.ts';
import { type EmbeddedServer, type StartClusterOptions, startCluster } from './cluster-owner.util.ts';
import { ensureServerAccount } from './server-account.util.ts';
import { ensureServerBinaries } from './server-binaries.util.ts';

export type { EmbeddedServer } from './cluster-owner.util.ts';

export interface EmbeddedOptions extends Omit<StartClusterOptions, 'database'> {
  dataDir: string;
}

/**
 * Starts the packaged PostgreSQL with its data in DATA_DIR, or in the folder named in `postgres.json` if root runs the service
 * and DATA_DIR is inaccessible to the server's account.
 *
 * @throws DatabaseError `in_use` if another service runs on it, `version_mismatch` if another major version of PostgreSQL
 *   created the data, `no_account`, `platform_unsupported`, `start_failed`.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const account = ensureServerAccount();
  createTraversableDir(options.dataDir, account);
  const dataDir = realpathSync(options.dataDir);
  const binaries = ensureServerBinaries(account, account ? ensureSystemDir : () => dataDir);
  const location = ensureClusterLocation({ dataDir, account, majorVersion: binaries.majorVersion });
  if (location.majorVersion !== binaries.majorVersion) {
    throw new DatabaseError(
      'database.version_mismatch',
      `the data in ${dataDir} belongs to PostgreSQL ${location.majorVersion}, but this release contains ` +
        `${binaries.majorVersion}: run "sealflow backup" with the previous release, then "sealflow restore" with this ` +
        `release into an empty DATA_DIR`,
    );
  }
  const cluster = { directory: location.directory, password: location.password, account, binaries };
  return startCluster(cluster, { ...options, database: 'sealflow' });
}

/** Whether DATA_DIR has an embedded database. Writes nothing. */
export function hasEmbeddedCluster(dataDir: string): boolean {
  const location = findClusterLocation(dataDir);
  return location !== undefined && existsSync(join(location.directory, 'data'));
}
