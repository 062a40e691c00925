import { open } from 'node:fs/promises';
import type { ByteSource } from '@sealflow/tdf/reader';

export interface OpenFile {
  readonly source: ByteSource;
  close(): Promise<void>;
}

/** A file of this machine as a byte source: any part of it, without reading the rest. */
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
          // The file became shorter since it was opened: whoever reads on is told by getting less.
          if (bytesRead === 0) break;
          filled += bytesRead;
        }
        return buffer.subarray(0, filled);
      },
    },
    close: () => file.close(),
  };
}
