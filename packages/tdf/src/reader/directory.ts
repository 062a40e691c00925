import { type Bytes, textOf, viewOf } from '../bytes.ts';
import { TdfError } from '../error.ts';
import { type ByteSource, peekExactly } from '../source.ts';
import * as zip from '../zip.ts';

export interface ZipEntry {
  readonly name: string;
  /** Offset of its local header. */
  readonly offset: number;
  readonly size: number;
  /** Stored: neither compressed nor encrypted by zip. */
  readonly isStored: boolean;
}

export interface ZipDirectory {
  readonly entries: readonly ZipEntry[];
  /** Start of the directory, which is the end of all data. */
  readonly offset: number;
}

// The end record with the longest possible comment, and the zip64 records before it.
export const TAIL_BYTES = zip.END_BYTES + 0xffff + zip.LOCATOR64_BYTES + zip.END64_BYTES;
const MAX_DIRECTORY_BYTES = 1024 * 1024;

const invalidArchive = (message: string) => new TdfError('tdf.archive_invalid', message);

/**
 * Reads the central directory of a zip. Every structure must be exactly where the next one says: extra bytes before,
 * between or after them make the archive invalid.
 * @throws TdfError `tdf.not_an_archive` if there is no end record, `tdf.archive_invalid`, `tdf.too_large`.
 */
export async function readDirectory(
  source: ByteSource,
  tail: Bytes,
  signal?: AbortSignal,
): Promise<ZipDirectory> {
  const tailOffset = source.size - tail.length;
  const end = findEnd(tail);
  if (end === -1) throw new TdfError('tdf.not_an_archive', 'no end of central directory record');
  const claimed = readZip64End(tail, tailOffset, end) ?? readEnd(tail, tailOffset, end);
  const { offset, size, count, limit } = claimed;
  if (size > MAX_DIRECTORY_BYTES)
    throw new TdfError('tdf.too_large', `central directory too large: ${size} bytes`);
  if (offset + size !== limit) throw invalidArchive('the central directory does not end at its end record');
  const bytes = await peekExactly(source, offset, size, signal);
  return { entries: parseEntries(bytes, count), offset };
}

// The last end record whose comment ends exactly at the end of the file.
function findEnd(tail: Bytes): number {
  const view = viewOf(tail);
  for (let at = tail.length - zip.END_BYTES; at >= 0; at -= 1) {
    if (view.getUint32(at, true) !== zip.END_SIGNATURE) continue;
    if (at + zip.END_BYTES + view.getUint16(at + 20, true) === tail.length) return at;
  }
  return -1;
}

interface DirectoryClaim {
  readonly offset: number;
  readonly size: number;
  readonly count: number;
  /** Required end offset of the directory. */
  readonly limit: number;
}

function readEnd(tail: Bytes, tailOffset: number, end: number): DirectoryClaim {
  const view = viewOf(tail);
  if (view.getUint32(end + 4, true) !== 0) throw invalidArchive('multi-disk archives are not supported');
  return {
    count: view.getUint16(end + 10, true),
    size: view.getUint32(end + 12, true),
    offset: view.getUint32(end + 16, true),
    limit: tailOffset + end,
  };
}

function readZip64End(tail: Bytes, tailOffset: number, end: number): DirectoryClaim | undefined {
  const view = viewOf(tail);
  const locator = end - zip.LOCATOR64_BYTES;
  if (locator < 0 || view.getUint32(locator, true) !== zip.LOCATOR64_SIGNATURE) return undefined;
  const at = readUint64(view, locator + 8) - tailOffset;
  const fits = at >= 0 && at + zip.END64_BYTES <= locator && view.getUint32(at, true) === zip.END64_SIGNATURE;
  if (!fits || at + 12 + readUint64(view, at + 4) !== locator)
    throw invalidArchive('the zip64 end record is not where its locator points');
  return {
    count: readUint64(view, at + 32),
    size: readUint64(view, at + 40),
    offset: readUint64(view, at + 48),
    limit: tailOffset + at,
  };
}

function parseEntries(bytes: Bytes, count: number): readonly ZipEntry[] {
  const entries: ZipEntry[] = [];
  let at = 0;
  while (at < bytes.length) {
    if (at + zip.DIRECTORY_HEADER_BYTES > bytes.length)
      throw invalidArchive('a directory entry is truncated');
    const view = viewOf(bytes.subarray(at));
    if (view.getUint32(0, true) !== zip.DIRECTORY_HEADER_SIGNATURE)
      throw invalidArchive('invalid signature of a directory entry');
    const nameEnd = zip.DIRECTORY_HEADER_BYTES + view.getUint16(28, true);
    const extraEnd = nameEnd + view.getUint16(30, true);
    const next = at + extraEnd + view.getUint16(32, true);
    if (next > bytes.length) throw invalidArchive('a directory entry is truncated');
    const name = decodeName(bytes.subarray(at + zip.DIRECTORY_HEADER_BYTES, at + nameEnd));
    entries.push({ name, ...readPosition(view, bytes.subarray(at + nameEnd, at + extraEnd)) });
    at = next;
  }
  if (entries.length !== count) throw invalidArchive(`${entries.length} directory entries, not ${count}`);
  return entries;
}

function readPosition(view: DataView, extra: Bytes): Omit<ZipEntry, 'name'> {
  const unpacked = view.getUint32(24, true);
  const packed = view.getUint32(20, true);
  const offset = view.getUint32(42, true);
  const wide = zip64Values(extra);
  // The extra field contains only the values that exceed 32 bits, in this order (APPNOTE 4.5.3).
  const value = (narrow: number): number => (narrow === zip.ZIP64_MARKER ? wide.next() : narrow);
  const sizes = [value(unpacked), value(packed)];
  return {
    size: sizes[0] ?? 0,
    offset: value(offset),
    isStored:
      view.getUint16(10, true) === 0 &&
      (view.getUint16(8, true) & zip.FLAG_ENCRYPTED) === 0 &&
      sizes[0] === sizes[1],
  };
}

function zip64Values(extra: Bytes): { next(): number } {
  const view = viewOf(extra);
  let at = 0;
  let end = 0;
  for (let field = 0; field + 4 <= extra.length && end === 0; ) {
    const next = field + 4 + view.getUint16(field + 2, true);
    if (view.getUint16(field, true) === zip.ZIP64_EXTRA_ID)
      [at, end] = [field + 4, Math.min(next, extra.length)];
    field = next;
  }
  return {
    next() {
      at += 8;
      if (at > end) throw invalidArchive('a zip64 value is missing');
      return readUint64(view, at - 8);
    },
  };
}

// Names that are not UTF-8 cannot be names that this package looks for.
function decodeName(bytes: Bytes): string {
  try {
    return textOf(bytes);
  } catch {
    return '';
  }
}

function readUint64(view: DataView, at: number): number {
  const value = view.getUint32(at + 4, true) * 2 ** 32 + view.getUint32(at, true);
  if (!Number.isSafeInteger(value)) throw new TdfError('tdf.too_large', 'a zip64 value exceeds 2^53');
  return value;
}

/** The offset of an entry's data, which only its local header determines. @throws TdfError `tdf.archive_invalid`. */
export async function dataOffset(
  source: ByteSource,
  entry: ZipEntry,
  limit: number,
  signal?: AbortSignal,
): Promise<number> {
  if (entry.offset + zip.LOCAL_HEADER_BYTES > limit)
    throw invalidArchive('an entry overlaps the central directory');
  const fixed = await peekExactly(source, entry.offset, zip.LOCAL_HEADER_BYTES, signal);
  const view = viewOf(fixed);
  const nameLength = view.getUint16(26, true);
  const start = entry.offset + zip.LOCAL_HEADER_BYTES + nameLength + view.getUint16(28, true);
  if (view.getUint32(0, true) !== zip.LOCAL_HEADER_SIGNATURE || view.getUint16(8, true) !== 0) {
    throw invalidArchive('invalid local header of a stored entry');
  }
  if (start + entry.size > limit) throw invalidArchive('the data of an entry overlaps the central directory');
  const name = await peekExactly(source, entry.offset + zip.LOCAL_HEADER_BYTES, nameLength, signal);
  if (decodeName(name) !== entry.name)
    throw invalidArchive('local header and directory entry have different names');
  return start;
}
