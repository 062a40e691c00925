import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type DiskSpace, readDiskSpace, reservedBytes } from '../files/disk-space.util.ts';
import { syncFolder } from '../files/sync-folder.util.ts';
import { assertObjectKey, assertRange } from './object-key.rules.ts';
import { ObjectMissingError, StoreError } from './objects.errors.ts';
import { abandonedAfterMs, type ByteRange, type ObjectStore } from './objects.port.ts';

const bytesPerMebibyte = 1024 * 1024;
/** Bytes written to one file between two checks of the free disk space. */
const spaceCheckIntervalBytes = 64 * bytesPerMebibyte;

export interface FolderStoreOptions {
  readonly spaceOf?: (folder: string) => Promise<DiskSpace>;
}

/** Opens a store of objects as files below `folder`, which several nodes may share. */
export async function openFolderStore(
  folder: string,
  { spaceOf = readDiskSpace }: FolderStoreOptions = {},
): Promise<ObjectStore> {
  const incoming = join(folder, 'incoming');
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  await deleteAbandoned(incoming);
  const pathOf = (key: string) => join(folder, assertObjectKey(key).slice(-2), key);

  return {
    put: async (key, content) => {
      const path = pathOf(key);
      const draft = join(incoming, randomUUID());
      try {
        const size = await write(draft, content, async () => assertSpace(await spaceOf(incoming)));
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
    size: async (key) => (await stat(pathOf(key)).catch(ignoreMissing))?.size,
    delete: (key) => rm(pathOf(key), { force: true }),
    check: () => check(incoming),
    deleteAbandoned: () => deleteAbandoned(incoming),
  };
}

async function write(
  path: string,
  content: AsyncIterable<Uint8Array>,
  checkSpace: () => Promise<void>,
): Promise<number> {
  await checkSpace();
  const file = await open(path, 'wx', 0o600);
  try {
    let size = 0;
    let checkedBytes = 0;
    for await (const chunk of content) {
      if (size - checkedBytes >= spaceCheckIntervalBytes) {
        await checkSpace();
        checkedBytes = size;
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

function assertSpace(space: DiskSpace): void {
  if (space.free < reservedBytes(space))
    throw new StoreError('DATA_DIR: the disk is almost full, so the file was rejected');
}

/** Opens the file before it returns, so that a missing object is reported before any byte is sent. */
async function read(path: string, key: string, range?: ByteRange) {
  assertRange(range);
  const file = await open(path, 'r').catch(ignoreMissing);
  if (!file) throw new ObjectMissingError(key);
  return file.createReadStream(range ? { start: range.start, end: range.end - 1 } : {});
}

async function check(folder: string): Promise<void> {
  await access(folder, constants.W_OK).catch((error: unknown) => {
    throw new StoreError('DATA_DIR: the folder of stored files is not writable', { cause: error });
  });
}

/** Deletes temporary files that a crash left behind. Another node may still be writing a recent one. */
async function deleteAbandoned(incoming: string): Promise<void> {
  const now = await readFileSystemTime(incoming);
  for (const name of await readdir(incoming)) {
    const draft = join(incoming, name);
    const age = now - ((await stat(draft).catch(ignoreMissing))?.mtimeMs ?? now);
    if (age > abandonedAfterMs) await rm(draft, { force: true });
  }
}

/** The current time of the file system, which for a shared folder is that of its server. */
async function readFileSystemTime(folder: string): Promise<number> {
  const file = join(folder, randomUUID());
  try {
    await writeFile(file, '', { flag: 'wx', mode: 0o600 });
    return (await stat(file)).mtimeMs;
  } finally {
    await rm(file, { force: true });
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
