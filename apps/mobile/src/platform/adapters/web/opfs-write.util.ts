import { StorageError } from '../../ports/storage.errors.ts';

type Awaitable<T> = T | Promise<T>;

/** In the standard its methods are synchronous; Safari before 16.4 and Chromium before 108 return promises. */
export type AccessHandle = {
  write(bytes: Uint8Array, options: { at: number }): Awaitable<number>;
  truncate(size: number): Awaitable<void>;
  getSize(): Awaitable<number>;
  flush(): Awaitable<void>;
  close(): Awaitable<void>;
};

/** The ways in which a browser may write a file of its private file system. */
export type WritableFile = Partial<Pick<FileSystemFileHandle, 'createWritable'>> &
  Pick<FileSystemFileHandle, 'getFile'> & { createSyncAccessHandle?: () => Promise<AccessHandle> };

export type FileWrite = {
  readonly kind: 'append' | 'write';
  readonly bytes: Uint8Array<ArrayBuffer>;
};

const isUnsupported = (error: unknown) => error instanceof DOMException && error.name === 'NotSupportedError';

/** Null if the method exists but is not implemented, as in WebKitGTK. */
async function openAccess(file: WritableFile): Promise<AccessHandle | null> {
  try {
    return (await file.createSyncAccessHandle?.()) ?? null;
  } catch (error) {
    if (isUnsupported(error)) return null;
    throw error;
  }
}

async function writeByAccess(access: AccessHandle, { kind, bytes }: FileWrite): Promise<void> {
  try {
    if (kind === 'write') await access.truncate(0);
    const size = await access.getSize();
    const written = await access.write(bytes, { at: size });
    if (written < bytes.length) {
      // A partial chunk must not stay: a repeated append would follow it.
      await access.truncate(size);
      throw new StorageError('storage.full');
    }
    await access.flush();
  } finally {
    await access.close();
  }
}

/**
 * Writes with an access handle, which changes the file in place, or else with a stream, which copies the file first.
 */
export async function writeFile(file: WritableFile, request: FileWrite): Promise<void> {
  const access = await openAccess(file);
  if (access !== null) return writeByAccess(access, request);
  if (!file.createWritable) throw new StorageError('storage.unavailable');
  const stream = await file.createWritable({ keepExistingData: request.kind === 'append' });
  if (request.kind === 'append') await stream.seek((await file.getFile()).size);
  await stream.write(request.bytes);
  await stream.close();
}
