import type { ByteSource } from '@sealflow/tdf/reader';
import type { FilesPort } from '../ports/files.port.ts';
import type { PickedFile } from '../ports/picker.port.ts';
import { DocumentError } from './document.errors.ts';

type Bytes = Awaited<ReturnType<ByteSource['read']>>;

function createSource(
  size: number,
  read: (offset: number, length: number) => Promise<Uint8Array>,
): ByteSource {
  return {
    size,
    async read(offset, length, signal) {
      signal?.throwIfAborted();
      const bytes = await read(offset, Math.min(length, size - offset));
      signal?.throwIfAborted();
      return bytes as Bytes;
    },
  };
}

/** A file in the account's folder. */
export async function storedSource(files: FilesPort, path: string): Promise<ByteSource> {
  const stat = await files.stat(path);
  if (!stat) throw new DocumentError('missing');
  return createSource(stat.size, (offset, length) => files.readChunk(path, offset, length));
}

/** A file that the user has just chosen. */
export const pickedSource = (file: PickedFile): ByteSource =>
  createSource(file.size, (offset, length) => file.read(offset, length));
