import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type DiskSpace, diskSpaceOf, reservedBytes } from '../files/disk-space.adapter.ts';
import { syncFolder } from '../files/sync-folder.adapter.ts';
import { StoreError } from './objects.errors.ts';
import {
  type ByteRange,
  checkedKey,
  checkedRange,
  ObjectMissingError,
  type ObjectStore,
} from './objects.port.ts';

const dayMs = 24 * 60 * 60 * 1000;
const mebibyte = 1024 * 1024;
/** Bytes written to one file between two checks of the free disk space. */
const lookEvery = 64 * mebibyte;

export interface FolderStoreOptions {
  readonly spaceOf?: (folder: string) => Promise<DiskSpace>;
}

/** Opens a store of objects as files below `folder`, which several nodes may share. */
export async function openFolderStore(
  folder: string,
  { spaceOf = diskSpaceOf }: FolderStoreOptions = {},
): Promise<ObjectStore> {
  const incoming = join(folder, 'incoming');
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  await clearAbandoned(incoming);
  const pathOf = (key: string) => join(folder, checkedKey(key).slice(-2), key);

  return {
    put: async (key, content) => {
      const path = pathOf(key);
      const draft = join(incoming, randomUUID());
      try {
        const size = await write(draft, content, async () => demandSpace(await spaceOf(incoming)));
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        await rename(draft, path);
        await syncFolder(dirname(path));
        return { size };
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    read: (key, range) => read(pathOf(key), key, range),
    size: async (key) => (await stat(pathOf(key)).catch(unlessMissing))?.size,
    delete: (key) => rm(pathOf(key), { force: true }),
    check: () => check(incoming),
    clearAbandoned: () => clearAbandoned(incoming),
  };
}

async function write(
  path: string,
  content: AsyncIterable<Uint8Array>,
  look: () => Promise<void>,
): Promise<number> {
  await look();
  const file = await open(path, 'wx', 0o600);
  try {
    let size = 0;
    let looked = 0;
    for await (const chunk of content) {
      if (size - looked >= lookEvery) {
        await look();
        looked = size;
      }
      await file.writeFile(chunk);
      size += chunk.byteLength;
    }
    await file.sync();
    return size;
  } finally {
    await file.close();
  }
}

function demandSpace(space: DiskSpace): void {
  if (space.free < reservedBytes(space))
    throw new StoreError('DATA_DIR: its disk is nearly full, no file is taken');
}

/** Opens the file before it returns, so that a missing object is reported before any byte is sent. */
async function read(path: string, key: string, range?: ByteRange) {
  checkedRange(range);
  const file = await open(path, 'r').catch(unlessMissing);
  if (!file) throw new ObjectMissingError(key);
  return file.createReadStream(range ? { start: range.start, end: range.end - 1 } : {});
}

async function check(folder: string): Promise<void> {
  await access(folder, constants.W_OK).catch((error: unknown) => {
    throw new StoreError('DATA_DIR: the folder of stored files cannot be written', { cause: error });
  });
}

/** Deletes temporary files that a crash left behind. Another node may still be writing a recent one. */
async function clearAbandoned(incoming: string): Promise<void> {
  const now = await timeOf(incoming);
  for (const name of await readdir(incoming)) {
    const draft = join(incoming, name);
    const age = now - ((await stat(draft).catch(unlessMissing))?.mtimeMs ?? now);
    if (age > dayMs) await rm(draft, { force: true });
  }
}

/** The current time of the file system, which for a shared folder is that of its server. */
async function timeOf(folder: string): Promise<number> {
  const file = join(folder, randomUUID());
  try {
    await writeFile(file, '', { flag: 'wx', mode: 0o600 });
    return (await stat(file)).mtimeMs;
  } finally {
    await rm(file, { force: true });
  }
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
