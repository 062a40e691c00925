import { createHash, createHmac, randomBytes } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { chmod, link, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { syncFolder } from '../files/sync-folder.adapter.ts';
import { MasterKeyError } from './master-key.errors.ts';

/** The key that all private keys at rest are wrapped by. */
export interface MasterKey {
  /** 32 bytes. */
  bytes: Buffer;
  /** Tells one master key from another without telling anything of it. */
  id: string;
  /** Where it lies; `null` where it came by the environment. */
  path: string | null;
  /** Made just now: the operator should hear where. */
  created: boolean;
}

export interface MasterKeyPlaces {
  /** The key itself, as base64 or hex of 32 bytes, or the file it lies in; by default a file of the user's settings. */
  given?: { value: string } | { file: string } | undefined;
  /** Folder of the service's data; the key is never made inside it. */
  dataDir: string;
  /** Whether keys are already stored: then a missing master key must not be replaced by a new one. */
  inUse: boolean;
  /** The user's settings folder. */
  settingsDir?: string;
}

/**
 * Finds the master key, or makes one on first use, with mode 0600.
 *
 * @throws MasterKeyError where there is none for existing data, or where it is malformed, unreadable or readable by others.
 */
export async function openMasterKey(places: MasterKeyPlaces): Promise<MasterKey> {
  const { given, dataDir, inUse, settingsDir = userSettings() } = places;
  if (given && 'value' in given) return describe(decode(given.value, 'MASTER_KEY'), null, false);
  const file = given ? path.resolve(given.file) : ownFile(dataDir, settingsDir);
  if (existsSync(file)) return describe(await readKey(file), file, false);
  if (!inUse) return create(outside(file, dataDir));
  throw new MasterKeyError(
    'master_key.missing',
    `the stored keys need their master key, and ${file} does not exist. Put it back, or name its place by ` +
      'MASTER_KEY_FILE (or give it by MASTER_KEY). Without it no sealed document can be opened.',
  );
}

/**
 * Makes a master key in this file, or takes the one that lies there.
 *
 * @throws MasterKeyError where the file lies inside the data folder, or holds something else.
 */
export async function newMasterKey(place: { file: string; dataDir: string }): Promise<MasterKey> {
  const file = outside(path.resolve(place.file), place.dataDir);
  return existsSync(file) ? describe(await readKey(file), file, false) : create(file);
}

// Services of the system may run without a home.
function userSettings(): string {
  const home = homedir();
  return process.env['XDG_CONFIG_HOME'] || (home && home !== '/' ? path.join(home, '.config') : '/var/lib');
}

/** Each data folder has a key of its own, so that one laid open does not open another. */
function ownFile(dataDir: string, settingsDir: string): string {
  const name = createHash('sha256').update(realPath(dataDir)).digest('hex').slice(0, 16);
  return path.join(path.resolve(settingsDir), 'sealflow', 'master-keys', `${name}.key`);
}

function outside(file: string, dataDir: string): string {
  if (!isInside(file, realPath(dataDir))) return file;
  throw new MasterKeyError(
    'master_key.nowhere_to_put',
    `${file} lies inside the data folder, so that whoever copies the data copies its key; name a place outside by MASTER_KEY_FILE`,
  );
}

const realPath = (folder: string) => (existsSync(folder) ? realpathSync(folder) : path.resolve(folder));

function isInside(file: string, folder: string): boolean {
  const relative = path.relative(folder, file);
  return !relative.startsWith('..') && !path.isAbsolute(relative);
}

async function create(file: string): Promise<MasterKey> {
  const bytes = randomBytes(32);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  // Whole or not at all: what a full disk or a kill leaves half written would be taken for a broken key for ever.
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(draft, `${bytes.toString('base64')}\n`, { flag: 'wx', mode: 0o600, flush: true });
    await chmod(draft, 0o600);
    await link(draft, file);
  } catch (error) {
    // Another process that starts at the same moment was first: one key for both.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return describe(await readKey(file), file, false);
  } finally {
    await rm(draft, { force: true });
  }
  await syncFolder(path.dirname(file));
  return describe(bytes, file, true);
}

async function readKey(file: string): Promise<Buffer> {
  const { mode } = await stat(file).catch(failUnreadable(file));
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
    throw new MasterKeyError(
      'master_key.open_to_others',
      `${file} must be readable by its owner alone: chmod 600`,
    );
  }
  return decode(await readFile(file, 'utf8').catch(failUnreadable(file)), file);
}

/** The natural mistake with secrets that belong to root: the service runs as another user. */
function failUnreadable(file: string) {
  return (error: NodeJS.ErrnoException): never => {
    throw new MasterKeyError(
      'master_key.unreadable',
      `${file} cannot be read by the user of the service (${error.code}): it must be that user's own, mode 600`,
    );
  };
}

function decode(text: string, where: string): Buffer {
  const trimmed = text.trim();
  const bytes = /^[0-9a-f]{64}$/i.test(trimmed)
    ? Buffer.from(trimmed, 'hex')
    : Buffer.from(trimmed, 'base64');
  if (bytes.length === 32) return bytes;
  throw new MasterKeyError('master_key.malformed', `${where} must be 32 bytes as base64 or hex`);
}

function describe(bytes: Buffer, file: string | null, created: boolean): MasterKey {
  const id = createHmac('sha256', bytes).update('sealflow master key id').digest('hex').slice(0, 32);
  return { bytes, id, path: file, created };
}
