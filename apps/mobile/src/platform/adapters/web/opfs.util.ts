import { StorageError } from '../../ports/storage.errors.ts';
import { assertSafePath } from '../safe-path.util.ts';

/** Maps the file system's errors to those of the ports. */
export function storageErrorOf(error: unknown): unknown {
  if (!(error instanceof DOMException)) return error;
  if (error.name === 'NotFoundError') return new StorageError('storage.not_found', { cause: error });
  if (error.name === 'QuotaExceededError') return new StorageError('storage.full', { cause: error });
  return new StorageError('storage.unavailable', { cause: error });
}

async function root(): Promise<FileSystemDirectoryHandle> {
  // Missing in old browsers, and denied to pages in some private windows.
  if (!navigator.storage?.getDirectory) throw new StorageError('storage.unavailable');
  return navigator.storage.getDirectory();
}

/** Whether any entry exists; false where the browser denies access. */
export async function hasOpfsEntries(): Promise<boolean> {
  try {
    for await (const _ of (await root()).keys()) return true;
  } catch {
    // Without access nothing can be read or deleted there.
  }
  return false;
}

export async function folderAt(path: string, create: boolean): Promise<FileSystemDirectoryHandle> {
  let folder = await root();
  for (const part of assertSafePath(path).split('/'))
    folder = await folder.getDirectoryHandle(part, { create });
  return folder;
}

/** The parent folder of a path, and the path's last segment. */
export async function parentOf(path: string, create: boolean) {
  const parts = assertSafePath(path).split('/');
  const name = parts.pop() ?? '';
  return { folder: parts.length > 0 ? await folderAt(parts.join('/'), create) : await root(), name };
}

export async function fileAt(path: string, create: boolean): Promise<FileSystemFileHandle> {
  const { folder, name } = await parentOf(path, create);
  return folder.getFileHandle(name, { create });
}

/** The part of the API that TypeScript's page library omits: it exists only in workers. */
export type LockableFileHandle = FileSystemFileHandle & {
  createSyncAccessHandle: () => Promise<{
    write(bytes: Uint8Array, options: { at: number }): number;
    truncate(size: number): void;
    getSize(): number;
    flush(): void;
    close(): void;
  }>;
};
