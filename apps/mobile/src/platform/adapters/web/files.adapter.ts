import { pageLifecycle } from '../../locks/page-lifecycle.util.ts';
import type { FileEntry, FilesPort } from '../../ports/files.port.ts';
import { StorageError } from '../../ports/storage.errors.ts';
import { browserFileExport } from './file-export.util.ts';
import type { FilesRequest } from './files.worker.ts';
import { fileAt, folderAt, parentOf, storageErrorOf } from './opfs.util.ts';
import { openChannel, type WorkerChannel } from './worker-channel.util.ts';

const copyChunkBytes = 4 * 1024 * 1024;

async function withStorageErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw storageErrorOf(error);
  }
}

const withMissingDefault = async <T>(work: () => Promise<T>, missing: T): Promise<T> => {
  try {
    return await withStorageErrors(work);
  } catch (error) {
    if (error instanceof StorageError && error.code === 'storage.not_found') return missing;
    throw error;
  }
};

/** Files of the origin private file system. */
export type OpfsFiles = FilesPort & {
  /** Whether this browser can write and read files there. Rejects if the worker's code fails to load. */
  isUsable(): Promise<boolean>;
};

/** The origin private file system; a worker writes, because only sync access handles write without copying the file. */
export function createWebFiles(): OpfsFiles {
  let channel: WorkerChannel<FilesRequest> | undefined;
  let unsubscribe = () => undefined as void;
  // A frozen worker would keep its locks and handles: pending writes reject, and the next write starts a new worker.
  const release = () => {
    unsubscribe();
    channel?.terminate();
    channel = undefined;
  };
  const send = async <T>(request: FilesRequest) => {
    await pageLifecycle.whenActive();
    if (channel === undefined) unsubscribe = pageLifecycle.onSuspend(release);
    channel ??= openChannel(
      new Worker(new URL('./files.worker.ts', import.meta.url), { type: 'module' }),
      // The next write starts a new worker.
      release,
    );
    return channel.send<T>(request);
  };
  const copyBytes = (bytes: Uint8Array) => new Uint8Array(bytes);
  const blob = (path: string) => withStorageErrors(async () => (await fileAt(path, false)).getFile());
  const files: OpfsFiles = {
    isUsable: () => send<boolean>({ kind: 'probe' }),
    ...browserFileExport(blob),
    blob,
    list: (path) =>
      withMissingDefault<readonly FileEntry[]>(async () => {
        const entries: FileEntry[] = [];
        for await (const handle of (await folderAt(path, false)).values()) {
          entries.push({ name: handle.name, kind: handle.kind === 'file' ? 'file' : 'folder' });
        }
        return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
      }, []),
    stat: (path) =>
      withMissingDefault(async () => {
        const file = await (await fileAt(path, false)).getFile();
        return { size: file.size, modifiedAt: file.lastModified };
      }, null),
    readChunk: (path, offset, length) =>
      withStorageErrors(async () => {
        const file = await (await fileAt(path, false)).getFile();
        return new Uint8Array(await file.slice(offset, offset + length).arrayBuffer());
      }),
    appendChunk: (path, bytes) => send<void>({ kind: 'append', path, bytes: copyBytes(bytes) }),
    write: (path, bytes) => send<void>({ kind: 'write', path, bytes: copyBytes(bytes) }),
    move: (from, to) =>
      withStorageErrors(async () => {
        const handle = await fileAt(from, false);
        const target = await parentOf(to, true);
        await files.remove(to);
        if ('move' in handle) {
          await (handle as MovableHandle).move(target.folder, target.name);
          return;
        }
        const { size } = await handle.getFile();
        await files.write(to, new Uint8Array());
        for (let offset = 0; offset < size; offset += copyChunkBytes) {
          await files.appendChunk(to, await files.readChunk(from, offset, copyChunkBytes));
        }
        await files.remove(from);
      }),
    remove: (path) =>
      withMissingDefault(async () => {
        const { folder, name } = await parentOf(path, false);
        await folder.removeEntry(name, { recursive: true });
      }, undefined),
  };
  return files;
}

// In the standard and in every browser with this file system above Chromium 102, but not in TypeScript's library.
type MovableHandle = FileSystemFileHandle & {
  move(folder: FileSystemDirectoryHandle, name: string): Promise<void>;
};
