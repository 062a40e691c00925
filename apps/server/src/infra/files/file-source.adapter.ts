import { open } from 'node:fs/promises';
import type { ByteSource } from '@sealflow/tdf/reader';

export interface OpenFile {
  readonly source: ByteSource;
  close(): Promise<void>;
}

/** Opens a local file as a byte source, which reads any range of it. */
export async function openFile(path: string): Promise<OpenFile> {
  const file = await open(path, 'r');
  const { size } = await file.stat();
  return {
    source: {
      size,
      read: async (offset, length) => {
        const buffer = new Uint8Array(Math.max(0, Math.min(length, size - offset)));
        let filled = 0;
        while (filled < buffer.length) {
          const { bytesRead } = await file.read(buffer, filled, buffer.length - filled, offset + filled);
          // The file was truncated after it was opened: the caller receives fewer bytes than requested.
          if (bytesRead === 0) break;
          filled += bytesRead;
        }
        return buffer.subarray(0, filled);
      },
    },
    close: () => file.close(),
  };
}
