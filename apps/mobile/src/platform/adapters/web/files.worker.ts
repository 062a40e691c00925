import { StorageError } from '../../ports/storage.errors.ts';
import { fileAt, parentOf, storageErrorOf } from './opfs.util.ts';
import { type FileWrite, type WritableFile, writeFile } from './opfs-write.util.ts';
import { serveRequests } from './worker-channel.util.ts';

export type FilesRequest = (FileWrite & { readonly path: string }) | { readonly kind: 'probe' };

async function write({ path, ...request }: FileWrite & { readonly path: string }): Promise<void> {
  const handle = await fileAt(path, true);
  // Two tabs may write the same file; the browser rejects a second handle.
  await navigator.locks.request(`file:${path}`, () => writeFile(handle as WritableFile, request));
}

const isFull = (error: unknown) => error instanceof StorageError && error.code === 'storage.full';

/**
 * Whether a file of the private file system can be written, appended to and read. A full disk proves nothing, so it
 * counts as yes.
 */
async function probe(): Promise<boolean> {
  const path = `.write-probe-${Math.random()}`;
  try {
    await write({ kind: 'write', path, bytes: new Uint8Array([1, 2]) });
    await write({ kind: 'append', path, bytes: new Uint8Array([3]) });
    const stored = await (await (await fileAt(path, false)).getFile()).arrayBuffer();
    return new Uint8Array(stored).join() === '1,2,3';
  } catch (error) {
    return isFull(storageErrorOf(error));
  } finally {
    await parentOf(path, false)
      .then(({ folder, name }) => folder.removeEntry(name))
      .catch(() => undefined);
  }
}

serveRequests(async (request: FilesRequest) => {
  if (request.kind === 'probe') return probe();
  try {
    await write(request);
  } catch (error) {
    throw storageErrorOf(error);
  }
  return null;
});
