import { randomBytes, randomUUID } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { canEnter, type ServerAccount } from './account.adapter.ts';

/** Where one embedded cluster lies; kept in `DATA_DIR/postgres.json`, readable by the owner alone. */
export interface ClusterPlace {
  /** Holds the cluster, its socket and its log. In the file relative to DATA_DIR, so that DATA_DIR can be moved. */
  directory: string;
  /** The release of PostgreSQL that made the cluster. */
  majorVersion: number;
  password: string;
}

/** For root where DATA_DIR lies below a folder closed to the server's account. */
const systemDir = '/var/lib/sealflow';

export interface PlaceOptions {
  /** Absolute, and there already. */
  dataDir: string;
  account: ServerAccount;
  majorVersion: number;
}

/** Reads the place that belongs to DATA_DIR, or chooses and keeps one at the first start. */
export function clusterPlace(options: PlaceOptions): ClusterPlace {
  const { dataDir } = options;
  if (!existsSync(placeFile(dataDir))) keep(placeFile(dataDir), choose(options));
  return readPlace(dataDir);
}

/** The place that belongs to DATA_DIR; undefined where none was chosen yet. */
export function findClusterPlace(dataDir: string): ClusterPlace | undefined {
  return existsSync(placeFile(dataDir)) ? readPlace(dataDir) : undefined;
}

const placeFile = (dataDir: string): string => join(dataDir, 'postgres.json');

function readPlace(dataDir: string): ClusterPlace {
  const place = JSON.parse(readFileSync(placeFile(dataDir), 'utf8')) as ClusterPlace;
  return { ...place, directory: resolve(dataDir, place.directory) };
}

function choose({ dataDir, account, majorVersion }: PlaceOptions): ClusterPlace {
  const place = { majorVersion, password: randomBytes(24).toString('base64url') };
  const inside = join(dataDir, 'postgres');
  makePassable(inside, account);
  if (canEnter(account, inside)) return { directory: 'postgres', ...place };
  rmdirSync(inside);
  // A name of its own, not the path's: a DATA_DIR made anew at the same path must not meet the old data.
  const outside = join(openSystemDir(), randomUUID());
  makePassable(outside, account);
  return { directory: outside, ...place };
}

/** Root's folder may be passed through by the server's account, but listed and written by root alone. */
export function makePassable(directory: string, account: ServerAccount): void {
  if (mkdirSync(directory, { recursive: true }) !== undefined) chmodSync(directory, account ? 0o711 : 0o700);
}

/** The folder below which binaries and clusters of root lie that are unreachable where they belong. */
export function openSystemDir(): string {
  if (mkdirSync(systemDir, { recursive: true }) !== undefined) chmodSync(systemDir, 0o755);
  return systemDir;
}

/** Written whole or not at all, and never over another's: two first starts end up at the same place. */
function keep(file: string, place: ClusterPlace): void {
  const draft = join(dirname(file), `.postgres.json.${process.pid}`);
  writeFileSync(draft, `${JSON.stringify(place, null, 2)}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!existsSync(file)) throw error;
  } finally {
    rmSync(draft);
  }
}
