import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseError } from '../database.errors.ts';
import { serverAccount } from './account.adapter.ts';
import { embeddedBinaries } from './binaries.adapter.ts';
import { type EmbeddedServer, type StartClusterOptions, startCluster } from './owned.adapter.ts';
import { clusterPlace, findClusterPlace, makePassable, openSystemDir } from './place.adapter.ts';

export type { EmbeddedServer } from './owned.adapter.ts';

export interface EmbeddedOptions extends Omit<StartClusterOptions, 'database'> {
  dataDir: string;
}

/**
 * Starts the PostgreSQL that came with the packages, with its data in DATA_DIR (or, for root below a closed folder,
 * where DATA_DIR's `postgres.json` says).
 *
 * @throws DatabaseError `in_use` while another service runs on it, `version_mismatch` where another major release of
 * PostgreSQL made the data, `no_account`, `platform_unsupported`, `start_failed`.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const account = serverAccount();
  makePassable(options.dataDir, account);
  const dataDir = realpathSync(options.dataDir);
  const binaries = embeddedBinaries(account, account ? openSystemDir : () => dataDir);
  const place = clusterPlace({ dataDir, account, majorVersion: binaries.majorVersion });
  if (place.majorVersion !== binaries.majorVersion) {
    throw new DatabaseError(
      'database.version_mismatch',
      `the data in ${dataDir} was made by PostgreSQL ${place.majorVersion}, this release brings ` +
        `${binaries.majorVersion}: run "sealflow backup" with the release before, then "sealflow restore" with this ` +
        `one into an empty DATA_DIR`,
    );
  }
  const cluster = { directory: place.directory, password: place.password, account, binaries };
  return startCluster(cluster, { ...options, database: 'sealflow' });
}

/** Whether DATA_DIR has an embedded database that was founded already. Nothing is written. */
export function hasEmbeddedCluster(dataDir: string): boolean {
  const place = findClusterPlace(dataDir);
  return place !== undefined && existsSync(join(place.directory, 'data'));
}
