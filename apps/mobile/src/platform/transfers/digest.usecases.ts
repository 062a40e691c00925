import type { FilesPort } from '../ports/files.port.ts';

const chunkSize = 4 * 1024 * 1024;

/** The SHA-256 of a stored file in lower-case hex. */
export async function digestOf(files: FilesPort, path: string, signal?: AbortSignal): Promise<string> {
  const { size } = (await files.stat(path)) ?? { size: 0 };
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let offset = 0; offset < size; offset += chunkSize) {
    signal?.throwIfAborted();
    parts.push(new Uint8Array(await files.readChunk(path, offset, chunkSize)));
  }
  const digest = await crypto.subtle.digest('SHA-256', await new Blob(parts).arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
