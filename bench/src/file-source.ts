import { type FileHandle, open } from 'node:fs/promises';
import type { ByteSource } from '@sealflow/tdf/reader';

/** A file as a byte source that counts its reads. */
export interface FileSource extends ByteSource {
  readonly bytesRead: () => number;
  close(): Promise<void>;
}

export async function fileSource(path: string): Promise<FileSource> {
  const handle = await open(path);
  const { size } = await handle.stat();
  let total = 0;
  return {
    size,
    bytesRead: () => total,
    close: () => handle.close(),
    async read(offset, length) {
      const bytes = await readAt(handle, offset, Math.min(length, size - offset));
      total += bytes.length;
      return bytes;
    },
  };
}

async function readAt(handle: FileHandle, offset: number, length: number) {
  const bytes = new Uint8Array(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(bytes, filled, length - filled, offset + filled);
    if (bytesRead === 0) return bytes.subarray(0, filled);
    filled += bytesRead;
  }
  return bytes;
}
