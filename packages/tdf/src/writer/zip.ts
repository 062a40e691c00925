import { type Bytes, concat, utf8, viewOf } from '../bytes.ts';
import * as zip from '../zip.ts';

/** One stored entry. A `descriptor` entry was written before its size and checksum were known. */
export interface WrittenEntry {
  readonly name: string;
  readonly offset: number;
  readonly size: number;
  readonly crc: number;
  readonly descriptor: boolean;
  /** Sizes are in the zip64 extra field. */
  readonly zip64: boolean;
}

const VERSION_STORED = 20;
const VERSION_ZIP64 = 45;
// 1980-01-01, the minimum of the format: the time of sealing must not be revealed.
const MIN_DOS_DATE = 0x21;

/** Whether a value requires zip64. */
export const needsZip64 = (value: number): boolean => value >= zip.ZIP64_MARKER;

function record(size: number, write: (view: DataView) => void): Bytes {
  const bytes = new Uint8Array(size);
  write(viewOf(bytes));
  return bytes;
}

function setUint64(view: DataView, at: number, value: number): void {
  view.setUint32(at, value % 2 ** 32, true);
  view.setUint32(at + 4, Math.floor(value / 2 ** 32), true);
}

const extra64 = (values: readonly number[]): Bytes =>
  record(values.length === 0 ? 0 : 4 + values.length * 8, (view) => {
    if (values.length === 0) return;
    view.setUint16(0, zip.ZIP64_EXTRA_ID, true);
    view.setUint16(2, values.length * 8, true);
    for (const [index, value] of values.entries()) setUint64(view, 4 + index * 8, value);
  });

// Fields common to local header and directory entry (APPNOTE 4.3.7 and 4.3.12), starting at `version needed`.
function setCommon(view: DataView, at: number, entry: WrittenEntry, isSizeKnown: boolean): void {
  view.setUint16(at, entry.zip64 ? VERSION_ZIP64 : VERSION_STORED, true);
  view.setUint16(at + 2, zip.FLAG_UTF8 | (entry.descriptor ? zip.FLAG_DESCRIPTOR : 0), true);
  view.setUint16(at + 8, MIN_DOS_DATE, true);
  if (isSizeKnown) view.setUint32(at + 10, entry.crc, true);
  const size = isSizeKnown ? entry.size : 0;
  view.setUint32(at + 14, entry.zip64 ? zip.ZIP64_MARKER : size, true);
  view.setUint32(at + 18, entry.zip64 ? zip.ZIP64_MARKER : size, true);
  view.setUint16(at + 22, utf8(entry.name).length, true);
}

export function localHeader(entry: WrittenEntry): Bytes {
  const isSizeKnown = !entry.descriptor;
  const size = isSizeKnown ? entry.size : 0;
  const extra = extra64(entry.zip64 ? [size, size] : []);
  const fixed = record(zip.LOCAL_HEADER_BYTES, (view) => {
    view.setUint32(0, zip.LOCAL_HEADER_SIGNATURE, true);
    setCommon(view, 4, entry, isSizeKnown);
    view.setUint16(28, extra.length, true);
  });
  return concat([fixed, utf8(entry.name), extra]);
}

export const dataDescriptor = ({ crc, size, zip64 }: WrittenEntry): Bytes =>
  record(zip64 ? 24 : 16, (view) => {
    view.setUint32(0, zip.DATA_DESCRIPTOR_SIGNATURE, true);
    view.setUint32(4, crc, true);
    for (const index of [0, 1]) {
      if (zip64) setUint64(view, 8 + index * 8, size);
      else view.setUint32(8 + index * 4, size, true);
    }
  });

function directoryEntry(entry: WrittenEntry): Bytes {
  const far = needsZip64(entry.offset);
  const extra = extra64([...(entry.zip64 ? [entry.size, entry.size] : []), ...(far ? [entry.offset] : [])]);
  const fixed = record(zip.DIRECTORY_HEADER_BYTES, (view) => {
    view.setUint32(0, zip.DIRECTORY_HEADER_SIGNATURE, true);
    view.setUint16(4, VERSION_ZIP64, true);
    setCommon(view, 6, entry, true);
    if (far) view.setUint16(6, VERSION_ZIP64, true);
    view.setUint16(30, extra.length, true);
    view.setUint32(42, far ? zip.ZIP64_MARKER : entry.offset, true);
  });
  return concat([fixed, utf8(entry.name), extra]);
}

/** The central directory and end records for entries that end at `offset`. */
export function directory(entries: readonly WrittenEntry[], offset: number): Bytes {
  const list = concat(entries.map(directoryEntry));
  const isZip64 = needsZip64(offset + list.length);
  const end64 = record(isZip64 ? zip.END64_BYTES + zip.LOCATOR64_BYTES : 0, (view) => {
    if (!isZip64) return;
    view.setUint32(0, zip.END64_SIGNATURE, true);
    setUint64(view, 4, zip.END64_BYTES - 12);
    view.setUint16(12, VERSION_ZIP64, true);
    view.setUint16(14, VERSION_ZIP64, true);
    setUint64(view, 24, entries.length);
    setUint64(view, 32, entries.length);
    setUint64(view, 40, list.length);
    setUint64(view, 48, offset);
    view.setUint32(zip.END64_BYTES, zip.LOCATOR64_SIGNATURE, true);
    setUint64(view, zip.END64_BYTES + 8, offset + list.length);
    view.setUint32(zip.END64_BYTES + 16, 1, true);
  });
  const end = record(zip.END_BYTES, (view) => {
    view.setUint32(0, zip.END_SIGNATURE, true);
    view.setUint16(8, entries.length, true);
    view.setUint16(10, entries.length, true);
    view.setUint32(12, list.length, true);
    view.setUint32(16, isZip64 ? zip.ZIP64_MARKER : offset, true);
  });
  return concat([list, end64, end]);
}
