import { StorageError } from '../../ports/storage.errors.ts';
import { checkedPath } from '../checked-path.adapter.ts';

/** Names of the file system's own errors, in the words of the ports. */
export function storageErrorOf(error: unknown): unknown {
  if (!(error instanceof DOMException)) return error;
  if (error.name === 'NotFoundError') return new StorageError('storage.not_found', { cause: error });
  if (error.name === 'QuotaExceededError') return new StorageError('storage.full', { cause: error });
  return new StorageError('storage.unavailable', { cause: error });
}

async function root(): Promise<FileSystemDirectoryHandle> {
  // Missing in old browsers, and closed to pages in some private windows.
  if (!navigator.storage?.getDirectory) throw new StorageError('storage.unavailable');
  return navigator.storage.getDirectory();
}

/** Whether anything is stored there; where the browser denies it, nothing is. */
export async function hasOpfsEntries(): Promise<boolean> {
  try {
    for await (const _ of (await root()).keys()) return true;
  } catch {
    // Nothing can be read there, and nothing deleted.
  }
  return false;
}

export async function folderAt(path: string, create: boolean): Promise<FileSystemDirectoryHandle> {
  let folder = await root();
  for (const part of checkedPath(path).split('/')) folder = await folder.getDirectoryHandle(part, { create });
  return folder;
}

/** The folder that holds a path, and the path's last name. */
export async function placeOf(path: string, create: boolean) {
  const parts = checkedPath(path).split('/');
  const name = parts.pop() ?? '';
  return { folder: parts.length > 0 ? await folderAt(parts.join('/'), create) : await root(), name };
}

export async function fileAt(path: string, create: boolean): Promise<FileSystemFileHandle> {
  const { folder, name } = await placeOf(path, create);
  return folder.getFileHandle(name, { create });
}

/** The part of the file system that TypeScript's page library leaves out: there only in workers. */
export type LockableFileHandle = FileSystemFileHandle & {
  createSyncAccessHandle: () => Promise<{
    write(bytes: Uint8Array, options: { at: number }): number;
    truncate(size: number): void;
    getSize(): number;
    flush(): void;
    close(): void;
  }>;
};
