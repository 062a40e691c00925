import { ERR_INVALID_UNCOMPRESSED_SIZE, type FileEntry } from '@zip.js/zip.js/lib/zip-core-native.js';
import { ViewerError } from '../viewer.types.ts';
import { findZipDirectory, zipTailSize } from '../zip-names.rules.ts';
import { openZip } from './zip-files.adapter.ts';

/** What all files of a package may come to when they are unpacked: parsers hold them in memory, some of them twice. */
const mostInAll = 512 * 1024 * 1024;
/** Text packs to a hundredth at best; what packs better and is large is made to fill a memory. */
const mostRatio = 200;
const harmless = 64 * 1024 * 1024;
const mostFiles = 50_000;
/** The method itself comes to no more. */
const mostExpansion = 1032;

/**
 * Looks whether a package can be given to a parser that unpacks whatever there is: by what its directory says, and, since
 * that may be a lie, by what really comes out. What is no zip is left to the parser.
 * @throws ViewerError `tooLarge`
 */
export async function checkPackage(
  bytes: Uint8Array,
  { most = mostInAll }: { readonly most?: number } = {},
): Promise<void> {
  const limit = Math.min(most, Math.max(harmless, mostRatio * bytes.length));
  const files = await filesIn(bytes);
  const declared = files.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  if (files.length > mostFiles || declared > limit) throw new ViewerError('tooLarge');
  // Most documents are too small for a lie that matters: they are not unpacked twice.
  const packed = files.reduce((sum, { compressedSize }) => sum + compressedSize, 0);
  if (mostExpansion * packed <= limit) return;
  let left = limit;
  for (const file of files) {
    left -= await realSize(file, left);
    if (left < 0) throw new ViewerError('tooLarge');
  }
}

async function filesIn(bytes: Uint8Array): Promise<FileEntry[]> {
  const files: FileEntry[] = [];
  // Without a directory it would be looked for in the whole file, byte by byte.
  if (!findZipDirectory(bytes.subarray(-zipTailSize), bytes.length)) return files;
  const zip = openZip({
    size: bytes.length,
    read: async (offset, length) => bytes.subarray(offset, offset + length),
  });
  try {
    for await (const entry of zip.getEntriesGenerator()) {
      if (!entry.directory) files.push(entry);
      if (files.length > mostFiles) break;
    }
  } catch {
    return files;
  }
  return files;
}

/** How much really comes out of a file, counted until it is more than `most`. */
async function realSize(file: FileEntry, most: number): Promise<number> {
  if (file.encrypted) return 0;
  const stop = new AbortController();
  let size = 0;
  const sink = new WritableStream<Uint8Array>({
    write(part) {
      size += part.length;
      if (size > most) stop.abort();
    },
  });
  try {
    await file.getData(sink, { signal: stop.signal });
  } catch (error) {
    // It goes on beyond what it says, where it is not read any further: it may be as large as such a file can be.
    const isLie = error instanceof Error && error.message === ERR_INVALID_UNCOMPRESSED_SIZE;
    if (isLie) return Math.max(size, mostExpansion * file.compressedSize);
  }
  // Of what is broken or cut off counts what came out.
  return size;
}
