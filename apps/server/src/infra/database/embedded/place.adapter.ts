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

/** Location of an embedded cluster; stored in `DATA_DIR/postgres.json` with mode 0600. */
export interface ClusterPlace {
  /** Folder of the cluster, its socket and its log. Stored relative to DATA_DIR, so that DATA_DIR can be moved. */
  directory: string;
  /** The major version of PostgreSQL that created the cluster. */
  majorVersion: number;
  password: string;
}

/** Used by root if DATA_DIR is below a folder that the server's account cannot access. */
const systemDir = '/var/lib/sealflow';

export interface PlaceOptions {
  /** An absolute path that exists. */
  dataDir: string;
  account: ServerAccount;
  majorVersion: number;
}

/** Reads the cluster location of DATA_DIR, or chooses and stores one at the first start. */
export function clusterPlace(options: PlaceOptions): ClusterPlace {
  const { dataDir } = options;
  if (!existsSync(placeFile(dataDir))) keep(placeFile(dataDir), choose(options));
  return readPlace(dataDir);
}

/** Reads the cluster location of DATA_DIR; undefined if none was chosen yet. */
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
  // A random name: a DATA_DIR that is recreated at the same path must not find the old data.
  const outside = join(openSystemDir(), randomUUID());
  makePassable(outside, account);
  return { directory: outside, ...place };
}

/** Creates a folder that the server's account may traverse, but only its owner may list and write. */
export function makePassable(directory: string, account: ServerAccount): void {
  if (mkdirSync(directory, { recursive: true }) !== undefined) chmodSync(directory, account ? 0o711 : 0o700);
}

/** Creates the system folder for binaries and clusters that the server's account could not access elsewhere. */
export function openSystemDir(): string {
  if (mkdirSync(systemDir, { recursive: true }) !== undefined) chmodSync(systemDir, 0o755);
  return systemDir;
}

/** Writes the file atomically and never overwrites it, so that concurrent first starts use the same location. */
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
