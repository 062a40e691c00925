import { fileAt, type LockableFileHandle, storageErrorOf } from './opfs.adapter.ts';
import { answerRequests } from './worker-channel.adapter.ts';

export type FilesRequest = {
  readonly kind: 'append' | 'write';
  readonly path: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
};

// Chromium 102 to 107 had the handle with asynchronous methods: there the slower stream writes.
async function writeBySyncHandle(handle: FileSystemFileHandle, request: FilesRequest): Promise<boolean> {
  if (!('createSyncAccessHandle' in handle)) return false;
  const access = await (handle as LockableFileHandle).createSyncAccessHandle();
  try {
    if (request.kind === 'write') access.truncate(0);
    const size = access.getSize();
    if (typeof size !== 'number') return false;
    access.write(request.bytes, { at: size });
    access.flush();
    return true;
  } finally {
    access.close();
  }
}

async function writeByStream(handle: FileSystemFileHandle, request: FilesRequest): Promise<void> {
  const stream = await handle.createWritable({ keepExistingData: request.kind === 'append' });
  if (request.kind === 'append') await stream.seek((await handle.getFile()).size);
  await stream.write(request.bytes);
  await stream.close();
}

answerRequests(async (request: FilesRequest) => {
  try {
    const handle = await fileAt(request.path, true);
    // Two tabs may write the same file; the system refuses a second handle.
    await navigator.locks.request(`file:${request.path}`, async () => {
      if (!(await writeBySyncHandle(handle, request))) await writeByStream(handle, request);
    });
  } catch (error) {
    throw storageErrorOf(error);
  }
});
