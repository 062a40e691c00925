import { dataViewOf } from './data-view.util.ts';

/** The position of a zip's central directory (APPNOTE 4.3.12, 4.3.14, 4.3.16). */
export type ZipDirectoryRange = { readonly offset: number; readonly size: number };

const endRecordSignature = 0x06054b50;
const endRecordBytes = 22;
const zip64LocatorSignature = 0x07064b50;
const zip64LocatorBytes = 20;
const zip64EndSignature = 0x06064b50;
const entrySignature = 0x02014b50;
const entryHeaderBytes = 46;
const zip64Marker = 0xffffffff;

/**
 * The largest tail of a zip that can hold its end records: the longest comment preceded by the zip64 records.
 */
export const zipTailBytes = endRecordBytes + 0xffff + zip64LocatorBytes + 56;

const uint64At = (view: DataView, at: number) =>
  view.getUint32(at, true) + view.getUint32(at + 4, true) * 2 ** 32;

/**
 * Finds the central directory in the last bytes of a zip; null where there is none. Data after the zip is
 * ignored.
 */
export function findZipDirectory(tail: Uint8Array, fileSize: number): ZipDirectoryRange | null {
  const view = dataViewOf(tail);
  const tailOffset = fileSize - tail.length;
  for (let at = tail.length - endRecordBytes; at >= 0; at -= 1) {
    if (view.getUint32(at, true) !== endRecordSignature) continue;
    const zip32 = { size: view.getUint32(at + 12, true), offset: view.getUint32(at + 16, true) };
    const range =
      zip32.offset === zip64Marker || zip32.size === zip64Marker
        ? zip64DirectoryRange(view, at, tailOffset)
        : zip32;
    if (range !== null && range.offset + range.size <= tailOffset + at) return range;
  }
  return null;
}

function zip64DirectoryRange(view: DataView, end: number, tailOffset: number): ZipDirectoryRange | null {
  const locator = end - zip64LocatorBytes;
  if (locator < 0 || view.getUint32(locator, true) !== zip64LocatorSignature) return null;
  const at = uint64At(view, locator + 8) - tailOffset;
  if (at < 0 || at + 56 > locator || view.getUint32(at, true) !== zip64EndSignature) return null;
  return { size: uint64At(view, at + 40), offset: uint64At(view, at + 48) };
}

/** An entry of a central directory. */
export type ZipEntryName = {
  readonly name: string;
  /** The offset of its local header. */
  readonly offset: number;
  readonly packedBytes: number;
  readonly isStored: boolean;
};

/** The entries of a central directory, as far as its bytes are present. All separators become slashes. */
export function entriesInZip(directory: Uint8Array): readonly ZipEntryName[] {
  const view = dataViewOf(directory);
  const names: ZipEntryName[] = [];
  let at = 0;
  while (at + entryHeaderBytes <= directory.length && view.getUint32(at, true) === entrySignature) {
    const nameAt = at + entryHeaderBytes;
    const nameSize = view.getUint16(at + 28, true);
    const name = String.fromCharCode(...directory.subarray(nameAt, nameAt + Math.min(nameSize, 1024)));
    names.push({
      name: name.replaceAll('\\', '/').replace(/^\/+/, ''),
      offset: view.getUint32(at + 42, true),
      packedBytes: view.getUint32(at + 20, true),
      isStored: view.getUint16(at + 10, true) === 0,
    });
    at = nameAt + nameSize + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return names;
}
