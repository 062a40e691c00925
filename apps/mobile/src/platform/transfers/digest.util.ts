import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { FilesPort } from '../ports/files.port.ts';

const chunkBytes = 4 * 1024 * 1024;

/** The SHA-256 of a stored file in lower-case hex, incrementally: WebCrypto would need the whole file in memory. */
export async function sha256OfFile(files: FilesPort, path: string, signal?: AbortSignal): Promise<string> {
  const { size } = (await files.stat(path)) ?? { size: 0 };
  const digest = sha256.create();
  for (let offset = 0; offset < size; offset += chunkBytes) {
    signal?.throwIfAborted();
    digest.update(await files.readChunk(path, offset, chunkBytes));
  }
  return bytesToHex(digest.digest());
}
