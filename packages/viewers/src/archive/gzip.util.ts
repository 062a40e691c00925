import { ViewerError } from '../viewer/viewer.types.ts';
import { alwaysAllowedBytes, decodeName, maxRatio, maxUnpackedBytes } from './archive-item.rules.ts';

const headerBytes = 10;
const flag = { extra: 4, name: 8 } as const;

/** The file name in the header of a gzip file (RFC 1952); null where there is none. */
export function gzipName(bytes: Uint8Array): string | null {
  const flags = bytes[3] ?? 0;
  if ((flags & flag.name) === 0) return null;
  const extraBytes =
    (flags & flag.extra) === 0 ? 0 : 2 + (bytes[headerBytes] ?? 0) + 256 * (bytes[headerBytes + 1] ?? 0);
  const name = bytes.subarray(headerBytes + extraBytes, headerBytes + extraBytes + 1024);
  const end = name.indexOf(0);
  return end > 0 ? decodeName(name.slice(0, end)) : null;
}

/** Unpacks a gzip file, or `tooLarge` where it exceeds the limits of an archive's entry. */
export async function gunzip(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer> | 'tooLarge'> {
  // The shells of iOS before 16.4 lack it.
  if (!('DecompressionStream' in globalThis)) throw new ViewerError('unreadable');
  const limit = Math.min(maxUnpackedBytes, Math.max(alwaysAllowedBytes, maxRatio * bytes.length));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > limit) {
      await reader.cancel();
      return 'tooLarge';
    }
    parts.push(part.value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
