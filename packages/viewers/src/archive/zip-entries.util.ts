import { type Entry, ERR_INVALID_PASSWORD, type FileEntry } from '@zip.js/zip.js/lib/zip-core-native.js';
import type { FrameSource } from '../frame/frame.types.ts';
import {
  type Archive,
  type ArchiveItem,
  alwaysAllowedBytes,
  maxEntries,
  maxRatio,
  maxUnpackedBytes,
  type Obstacle,
  sizeObstacleOf,
  sourceOf,
  type UnpackOptions,
  WrongPasswordError,
} from './archive-item.rules.ts';
import { segmentsOf } from './folder-tree.rules.ts';
import { openZip, readEntry, TooLargeError } from './zip-files.util.ts';

const storedMethod = 0;
const deflateMethods = new Set([8, 9]);

function obstacleOf({ compressionMethod, uncompressedSize, compressedSize }: Entry): Obstacle | null {
  if (compressionMethod === storedMethod) return null;
  if (!deflateMethods.has(compressionMethod)) return 'unsupported';
  return sizeObstacleOf(uncompressedSize, compressedSize);
}

/** Opens a zip: lists its central directory without reading any file. */
export async function openZipArchive(source: FrameSource): Promise<Archive> {
  const items: ArchiveItem[] = [];
  const entries = new Map<ArchiveItem, FileEntry>();
  for await (const entry of openZip(source).getEntriesGenerator()) {
    const date = entry.lastModDate;
    const item = {
      path: entry.filename,
      name: segmentsOf(entry.filename).at(-1) ?? entry.filename,
      isFolder: entry.directory,
      size: entry.uncompressedSize,
      date: Number.isNaN(date.getTime()) || date.getFullYear() <= 1980 ? null : date,
      obstacle: obstacleOf(entry),
      isEncrypted: entry.encrypted,
    };
    items.push(item);
    if (!entry.directory) entries.set(item, entry);
    if (items.length >= maxEntries) break;
  }
  return {
    items,
    async contentOf(item, options) {
      const entry = entries.get(item);
      if (!entry) throw new Error('zip entry is not a file');
      return contentOf(source, entry, options);
    },
  };
}

const localHeaderBytes = 30;

/**
 * A file of a zip as a document of its own. A stored (uncompressed) file is read in place, whatever its size.
 */
async function contentOf(
  source: FrameSource,
  entry: FileEntry,
  { password, ...options }: UnpackOptions,
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
  if (!entry.encrypted) return sourceOf(await readEntry(entry, { maxBytes, ...options }));
  if (password === null) throw new WrongPasswordError('password is missing');
  try {
    return sourceOf(await readEntry(entry, { maxBytes, password, ...options }));
  } catch (error) {
    throw isWrongPassword(entry, error)
      ? new WrongPasswordError('password is wrong', { cause: error })
      : error;
  }
}

/**
 * ZipCrypto compares a single byte, so one of 256 wrong passwords passes and the content is damaged. AES (AE-1 and
 * AE-2) compares two bytes, and an HMAC over the encrypted content.
 */
function isWrongPassword(entry: FileEntry, error: unknown): boolean {
  if (error instanceof Error && error.message === ERR_INVALID_PASSWORD) return true;
  const isAborted = error instanceof DOMException && error.name === 'AbortError';
  return entry.zipCrypto && !isAborted && !isTooLarge(error);
}

export const isTooLarge = (error: unknown): boolean => error instanceof TooLargeError;
