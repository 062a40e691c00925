import { viewOf } from './data-view.rules.ts';

/** The position of a zip's central directory (APPNOTE 4.3.12, 4.3.14, 4.3.16). */
export type DirectoryPlace = { readonly offset: number; readonly size: number };

const endRecord = 0x06054b50;
const endSize = 22;
const locator64 = 0x07064b50;
const locator64Size = 20;
const end64 = 0x06064b50;
const entryHeader = 0x02014b50;
const entryHeaderSize = 46;
const inZip64 = 0xffffffff;

/**
 * The largest tail of a zip that can hold its end records: the longest comment preceded by the zip64 records.
 */
export const zipTailSize = endSize + 0xffff + locator64Size + 56;

const wideAt = (view: DataView, at: number) =>
  view.getUint32(at, true) + view.getUint32(at + 4, true) * 2 ** 32;

/**
 * Finds the central directory in the last bytes of a zip; null where there is none. Data after the zip is
 * ignored.
 */
export function findZipDirectory(tail: Uint8Array, fileSize: number): DirectoryPlace | null {
  const view = viewOf(tail);
  const tailAt = fileSize - tail.length;
  for (let at = tail.length - endSize; at >= 0; at -= 1) {
    if (view.getUint32(at, true) !== endRecord) continue;
    const narrow = { size: view.getUint32(at + 12, true), offset: view.getUint32(at + 16, true) };
    const place = narrow.offset === inZip64 || narrow.size === inZip64 ? wide(view, at, tailAt) : narrow;
    if (place !== null && place.offset + place.size <= tailAt + at) return place;
  }
  return null;
}

function wide(view: DataView, end: number, tailAt: number): DirectoryPlace | null {
  const locator = end - locator64Size;
  if (locator < 0 || view.getUint32(locator, true) !== locator64) return null;
  const at = wideAt(view, locator + 8) - tailAt;
  if (at < 0 || at + 56 > locator || view.getUint32(at, true) !== end64) return null;
  return { size: wideAt(view, at + 40), offset: wideAt(view, at + 48) };
}

/** The entry names of a central directory, as far as its bytes are present. All separators become slashes. */
export function namesInZip(directory: Uint8Array): readonly string[] {
  const view = viewOf(directory);
  const names: string[] = [];
  let at = 0;
  while (at + entryHeaderSize <= directory.length && view.getUint32(at, true) === entryHeader) {
    const nameAt = at + entryHeaderSize;
    const nameSize = view.getUint16(at + 28, true);
    const name = String.fromCharCode(...directory.subarray(nameAt, nameAt + Math.min(nameSize, 1024)));
    names.push(name.replaceAll('\\', '/').replace(/^\/+/, ''));
    at = nameAt + nameSize + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return names;
}
