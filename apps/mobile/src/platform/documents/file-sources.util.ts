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
      const bytes = await untilAborted(read(offset, Math.min(length, size - offset)), signal);
      return bytes as Bytes;
    },
  };
}

/** Rejects as soon as the signal aborts: reading a file of a network folder can take minutes. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  let abort: () => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason);
  });
  signal.addEventListener('abort', abort);
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
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
