import type { Entry, FileEntry } from '@zip.js/zip.js/lib/zip-core-native.js';
import type { FrameSource } from '../frame/frame.types.ts';
import { segmentsOf } from './folder-tree.rules.ts';
import { openZip, readEntry, TooLargeError } from './zip-files.util.ts';

/** The reason why an entry cannot be shown. */
export type Obstacle = 'encrypted' | 'unsupported' | 'tooLarge' | 'bomb';

export type ArchiveItem = {
  readonly path: string;
  readonly name: string;
  readonly isFolder: boolean;
  readonly size: number;
  readonly date: Date | null;
  readonly obstacle: Obstacle | null;
  readonly entry: FileEntry | null;
};

/** Limit of an unpacked entry, which is held in memory. */
export const maxUnpackedBytes = 128 * 1024 * 1024;
/** Deflate reduces text to about a hundredth at best; a large entry with a higher ratio is a zip bomb. */
const maxRatio = 200;
const alwaysAllowedBytes = 8 * 1024 * 1024;
const maxEntries = 200_000;

const storedMethod = 0;
const deflateMethods = new Set([8, 9]);

function obstacleOf({
  encrypted,
  compressionMethod,
  uncompressedSize,
  compressedSize,
}: Entry): Obstacle | null {
  if (encrypted) return 'encrypted';
  if (compressionMethod === storedMethod) return null;
  if (!deflateMethods.has(compressionMethod)) return 'unsupported';
  if (uncompressedSize > alwaysAllowedBytes && uncompressedSize > maxRatio * compressedSize) return 'bomb';
  return uncompressedSize > maxUnpackedBytes ? 'tooLarge' : null;
}

/** Lists the central directory of a zip without reading any file. */
export async function listZip(source: FrameSource): Promise<ArchiveItem[]> {
  const items: ArchiveItem[] = [];
  for await (const entry of openZip(source).getEntriesGenerator()) {
    const date = entry.lastModDate;
    items.push({
      path: entry.filename,
      name: segmentsOf(entry.filename).at(-1) ?? entry.filename,
      isFolder: entry.directory,
      size: entry.uncompressedSize,
      date: Number.isNaN(date.getTime()) || date.getFullYear() <= 1980 ? null : date,
      obstacle: obstacleOf(entry),
      entry: entry.directory ? null : entry,
    });
    if (items.length >= maxEntries) break;
  }
  return items;
}

const localHeaderBytes = 30;

/**
 * A file of a zip as a document of its own. A stored (uncompressed) file is read in place, whatever its size.
 */
export async function contentOf(
  source: FrameSource,
  entry: FileEntry,
  options: { readonly signal: AbortSignal; readonly onProgress: (unpackedBytes: number) => void },
): Promise<FrameSource> {
  if (entry.compressionMethod === storedMethod && !entry.encrypted) {
    const head = await source.read(entry.offset, localHeaderBytes);
    const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
    const start = entry.offset + localHeaderBytes + view.getUint16(26, true) + view.getUint16(28, true);
    const size = Math.min(entry.uncompressedSize, entry.compressedSize, source.size - start);
    if (view.getUint32(0, true) !== 0x04034b50 || size < 0) throw new Error('zip local header is invalid');
    return {
      size,
      read: (offset, length) => source.read(start + offset, Math.max(0, Math.min(length, size - offset))),
    };
  }
  // The directory may understate the size, so the limit applies to the bytes that are really unpacked.
  const maxBytes = Math.min(maxUnpackedBytes, Math.max(alwaysAllowedBytes, maxRatio * entry.compressedSize));
  const bytes = await readEntry(entry, { maxBytes, ...options });
  return { size: bytes.length, read: async (offset, length) => bytes.slice(offset, offset + length) };
}

export const isTooLarge = (error: unknown): boolean => error instanceof TooLargeError;
