import type { FilesPort } from '../ports/files.port.ts';
import { StorageError } from '../ports/storage.errors.ts';

const chunkBytes = 1024 * 1024;

/** Assembles a file from its chunks into a blob: the browser's engine stores large blobs on the disk. */
export async function assembleBlob(
  files: Pick<FilesPort, 'stat' | 'readChunk'>,
  path: string,
): Promise<Blob> {
  const stat = await files.stat(path);
  if (!stat) throw new StorageError('storage.not_found');
  const parts: Blob[] = [];
  for (let offset = 0; offset < stat.size; offset += chunkBytes) {
    parts.push(new Blob([new Uint8Array(await files.readChunk(path, offset, chunkBytes))]));
  }
  return new Blob(parts);
}
