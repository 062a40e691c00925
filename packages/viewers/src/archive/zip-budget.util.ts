import { ERR_INVALID_UNCOMPRESSED_SIZE, type FileEntry } from '@zip.js/zip.js/lib/zip-core-native.js';
import { findZipDirectory, zipTailBytes } from '../format/zip-names.rules.ts';
import { ViewerError } from '../viewer/viewer.types.ts';
import { openZip } from './zip-files.util.ts';

/** Limit of all unpacked files of a package together: parsers hold them in memory, some of them twice. */
const maxTotalBytes = 512 * 1024 * 1024;
/** Deflate reduces text to about a hundredth at best; a large package with a higher ratio is a zip bomb. */
const maxRatio = 200;
const alwaysAllowedBytes = 64 * 1024 * 1024;
const maxFiles = 50_000;
/** The highest ratio that Deflate can reach. */
const maxDeflateRatio = 1032;

/**
 * Asserts that a parser may unpack a whole package: by the sizes in its directory and, since these may be
 * false, by the bytes that are really unpacked. Input that is not a zip is left to the parser.
 * @throws ViewerError `tooLarge`
 */
export async function assertPackageSize(
  bytes: Uint8Array,
  { maxBytes = maxTotalBytes }: { readonly maxBytes?: number } = {},
): Promise<void> {
  const limit = Math.min(maxBytes, Math.max(alwaysAllowedBytes, maxRatio * bytes.length));
  const files = await filesIn(bytes);
  const declaredBytes = files.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  if (files.length > maxFiles || declaredBytes > limit) throw new ViewerError('tooLarge');
  // Most documents are too small for a false size to matter, so they are not unpacked twice.
  const compressedBytes = files.reduce((sum, { compressedSize }) => sum + compressedSize, 0);
  if (maxDeflateRatio * compressedBytes <= limit) return;
  let remainingBytes = limit;
  for (const file of files) {
    remainingBytes -= await unpackedSizeOf(file, remainingBytes);
    if (remainingBytes < 0) throw new ViewerError('tooLarge');
  }
}

async function filesIn(bytes: Uint8Array): Promise<FileEntry[]> {
  const files: FileEntry[] = [];
  // Without a directory, zip.js would search the whole file for one, byte by byte.
  if (!findZipDirectory(bytes.subarray(-zipTailBytes), bytes.length)) return files;
  const zip = openZip({
    size: bytes.length,
    read: async (offset, length) => bytes.subarray(offset, offset + length),
  });
  try {
    for await (const entry of zip.getEntriesGenerator()) {
      if (!entry.directory) files.push(entry);
      if (files.length > maxFiles) break;
    }
  } catch {
    return files;
  }
  return files;
}

/** Counts the bytes that a file really unpacks to, until there are more than `maxBytes`. */
async function unpackedSizeOf(file: FileEntry, maxBytes: number): Promise<number> {
  if (file.encrypted) return 0;
  const aborter = new AbortController();
  let size = 0;
  const sink = new WritableStream<Uint8Array>({
    write(part) {
      size += part.length;
      if (size > maxBytes) aborter.abort();
    },
  });
  try {
    await file.getData(sink, { signal: aborter.signal });
  } catch (error) {
    // zip.js stops where the data exceed the declared size, so the real size is unknown: the maximum is
    // assumed.
    const isSizeUnderstated = error instanceof Error && error.message === ERR_INVALID_UNCOMPRESSED_SIZE;
    if (isSizeUnderstated) return Math.max(size, maxDeflateRatio * file.compressedSize);
  }
  // For a damaged or truncated file the bytes that came out count.
  return size;
}
