import { createHash, createHmac, randomBytes } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { chmod, link, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { syncFolder } from '../files/sync-folder.util.ts';
import { MasterKeyError } from './master-key.errors.ts';

/** The key that wraps all private keys at rest. */
export interface MasterKey {
  /** 32 bytes. */
  bytes: Buffer;
  /** Identifies the master key without revealing anything about it. */
  id: string;
  /** Path of its file; null if it came from the environment. */
  path: string | null;
  /** Whether it was just created. The start then prints its path for the operator. */
  wasCreated: boolean;
}

export interface MasterKeyOptions {
  /** The key as base64 or hex of 32 bytes, or its file; by default a file in the user's settings folder. */
  source?: { value: string } | { file: string } | undefined;
  /** Data folder of the service; the key is never created inside it. */
  dataDir: string;
  /** Whether wrapped keys are already stored: then a missing master key must not be replaced by a new one. */
  hasWrappedKeys: boolean;
  /** The user's settings folder. */
  settingsDir?: string;
}

/**
 * Reads the master key, or creates it at the first use with mode 0600.
 *
 * @throws MasterKeyError if it is missing for existing data, malformed, unreadable, or readable by other users.
 */
export async function openMasterKey(options: MasterKeyOptions): Promise<MasterKey> {
  const { source, dataDir, hasWrappedKeys, settingsDir = userSettingsDir() } = options;
  if (source && 'value' in source) return toMasterKey(decodeKey(source.value, 'MASTER_KEY'), null, false);
  const file = source ? path.resolve(source.file) : defaultKeyFile(dataDir, settingsDir);
  if (existsSync(file)) return toMasterKey(await readKey(file), file, false);
  if (!hasWrappedKeys) return createKeyFile(assertOutside(file, dataDir));
  throw new MasterKeyError(
    'master_key.missing',
    `the master key of the stored keys is missing: ${file} does not exist. Put it back, or set MASTER_KEY_FILE ` +
      '(or MASTER_KEY). Without it no sealed document can be opened.',
  );
}

/**
 * Creates a master key in this file, or reads the one that it contains.
 *
 * @throws MasterKeyError if the file is inside the data folder or does not contain a key.
 */
export async function openOrCreateMasterKey(options: { file: string; dataDir: string }): Promise<MasterKey> {
  const file = assertOutside(path.resolve(options.file), options.dataDir);
  return existsSync(file) ? toMasterKey(await readKey(file), file, false) : createKeyFile(file);
}

// System services may run without a home folder.
function userSettingsDir(): string {
  const home = homedir();
  return process.env['XDG_CONFIG_HOME'] || (home && home !== '/' ? path.join(home, '.config') : '/var/lib');
}

/** Default path of the key. Each data folder has its own key, so that a leaked key exposes one deployment only. */
function defaultKeyFile(dataDir: string, settingsDir: string): string {
  const name = createHash('sha256').update(realPath(dataDir)).digest('hex').slice(0, 16);
  return path.join(path.resolve(settingsDir), 'sealflow', 'master-keys', `${name}.key`);
}

function assertOutside(file: string, dataDir: string): string {
  if (!isInside(file, realPath(dataDir))) return file;
  throw new MasterKeyError(
    'master_key.nowhere_to_put',
    `${file} is inside the data folder, so a copy of the data would contain its key: set MASTER_KEY_FILE to a file outside`,
  );
}

const realPath = (folder: string) => (existsSync(folder) ? realpathSync(folder) : path.resolve(folder));

function isInside(file: string, folder: string): boolean {
  const relative = path.relative(folder, file);
  return !relative.startsWith('..') && !path.isAbsolute(relative);
}

async function createKeyFile(file: string): Promise<MasterKey> {
  const bytes = randomBytes(32);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  // Written atomically: a partial file after a crash or on a full disk would count as a malformed key at every start.
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(draft, `${bytes.toString('base64')}\n`, { flag: 'wx', mode: 0o600, flush: true });
    await chmod(draft, 0o600);
    await link(draft, file);
  } catch (error) {
    // Another process created the key concurrently; both use that one.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return toMasterKey(await readKey(file), file, false);
  } finally {
    await rm(draft, { force: true });
  }
  await syncFolder(path.dirname(file));
  return toMasterKey(bytes, file, true);
}

async function readKey(file: string): Promise<Buffer> {
  const { mode } = await stat(file).catch(throwUnreadable(file));
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
    throw new MasterKeyError(
      'master_key.open_to_others',
      `${file} must be readable only by its owner: chmod 600`,
    );
  }
  return decodeKey(await readFile(file, 'utf8').catch(throwUnreadable(file)), file);
}

/** Typical cause: the secret belongs to root, but the service runs as another user. */
function throwUnreadable(file: string) {
  return (error: NodeJS.ErrnoException): never => {
    throw new MasterKeyError(
      'master_key.unreadable',
      `${file} cannot be read by the user of the service (${error.code}): that user must own it, with mode 600`,
    );
  };
}

function decodeKey(text: string, origin: string): Buffer {
  const trimmed = text.trim();
  const bytes = /^[0-9a-f]{64}$/i.test(trimmed)
    ? Buffer.from(trimmed, 'hex')
    : Buffer.from(trimmed, 'base64');
  if (bytes.length === 32) return bytes;
  throw new MasterKeyError('master_key.malformed', `${origin} must be 32 bytes as base64 or hex`);
}

function toMasterKey(bytes: Buffer, file: string | null, wasCreated: boolean): MasterKey {
  const id = createHmac('sha256', bytes).update('sealflow master key id').digest('hex').slice(0, 32);
  return { bytes, id, path: file, wasCreated };
}
