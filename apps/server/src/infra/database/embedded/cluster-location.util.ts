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
import { canAccess, type ServerAccount } from './server-account.util.ts';

/** Location of an embedded cluster; stored in `DATA_DIR/postgres.json` with mode 0600. */
export interface ClusterLocation {
  /** Folder of the cluster, its socket and its log. Stored relative to DATA_DIR, so that DATA_DIR can be moved. */
  directory: string;
  /** The major version of PostgreSQL that created the cluster. */
  majorVersion: number;
  password: string;
}

/** Used by root if DATA_DIR is below a folder that the server's account cannot access. */
const systemDirPath = '/var/lib/sealflow';

export interface LocationOptions {
  /** An absolute path that exists. */
  dataDir: string;
  account: ServerAccount;
  majorVersion: number;
}

/** Reads the cluster location of DATA_DIR, or chooses and stores one at the first start. */
export function ensureClusterLocation(options: LocationOptions): ClusterLocation {
  const { dataDir } = options;
  if (!existsSync(locationFile(dataDir))) storeLocation(locationFile(dataDir), chooseLocation(options));
  return readLocation(dataDir);
}

/** Reads the cluster location of DATA_DIR; undefined if none was chosen yet. */
export function findClusterLocation(dataDir: string): ClusterLocation | undefined {
  return existsSync(locationFile(dataDir)) ? readLocation(dataDir) : undefined;
}

const locationFile = (dataDir: string): string => join(dataDir, 'postgres.json');

function readLocation(dataDir: string): ClusterLocation {
  const location = JSON.parse(readFileSync(locationFile(dataDir), 'utf8')) as ClusterLocation;
  return { ...location, directory: resolve(dataDir, location.directory) };
}

function chooseLocation({ dataDir, account, majorVersion }: LocationOptions): ClusterLocation {
  const location = { majorVersion, password: randomBytes(24).toString('base64url') };
  const innerDir = join(dataDir, 'postgres');
  createTraversableDir(innerDir, account);
  if (canAccess(account, innerDir)) return { directory: 'postgres', ...location };
  rmdirSync(innerDir);
  // A random name: a DATA_DIR that is recreated at the same path must not find the old data.
  const outerDir = join(ensureSystemDir(), randomUUID());
  createTraversableDir(outerDir, account);
  return { directory: outerDir, ...location };
}

/** Creates a folder that the server's account may traverse, but only its owner may list and write. */
export function createTraversableDir(directory: string, account: ServerAccount): void {
  if (mkdirSync(directory, { recursive: true }) !== undefined) chmodSync(directory, account ? 0o711 : 0o700);
}

/** Creates the system folder for binaries and clusters that the server's account could not access elsewhere. */
export function ensureSystemDir(): string {
  if (mkdirSync(systemDirPath, { recursive: true }) !== undefined) chmodSync(systemDirPath, 0o755);
  return systemDirPath;
}

/** Writes the file atomically and never overwrites it, so that concurrent first starts use the same location. */
function storeLocation(file: string, location: ClusterLocation): void {
  const temporaryFile = join(dirname(file), `.postgres.json.${process.pid}`);
  writeFileSync(temporaryFile, `${JSON.stringify(location, null, 2)}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(temporaryFile, file);
  } catch (error) {
    if (!existsSync(file)) throw error;
  } finally {
    rmSync(temporaryFile);
  }
}
