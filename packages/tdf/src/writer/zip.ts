import { type Bytes, concat, utf8, viewOf } from '../bytes.ts';
import * as zip from '../zip.ts';

/** One stored entry. A `descriptor` entry was written before its size and checksum were known. */
export interface Written {
  readonly name: string;
  readonly offset: number;
  readonly size: number;
  readonly crc: number;
  readonly descriptor: boolean;
  /** Sizes are in the zip64 extra field. */
  readonly zip64: boolean;
}

const VERSION = 20;
const VERSION_ZIP64 = 45;
// 1980-01-01, the minimum of the format: the time of sealing must not be revealed.
const DATE = 0x21;

/** Whether a value requires zip64. */
export const isWide = (value: number): boolean => value >= zip.IN_ZIP64;

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
    view.setUint16(0, zip.ZIP64_EXTRA, true);
    view.setUint16(2, values.length * 8, true);
    for (const [index, value] of values.entries()) setUint64(view, 4 + index * 8, value);
  });

// Fields common to local header and directory entry (APPNOTE 4.3.7 and 4.3.12), starting at `version needed`.
function setCommon(view: DataView, at: number, entry: Written, known: boolean): void {
  view.setUint16(at, entry.zip64 ? VERSION_ZIP64 : VERSION, true);
  view.setUint16(at + 2, zip.FLAG_UTF8 | (entry.descriptor ? zip.FLAG_DESCRIPTOR : 0), true);
  view.setUint16(at + 8, DATE, true);
  if (known) view.setUint32(at + 10, entry.crc, true);
  const size = known ? entry.size : 0;
  view.setUint32(at + 14, entry.zip64 ? zip.IN_ZIP64 : size, true);
  view.setUint32(at + 18, entry.zip64 ? zip.IN_ZIP64 : size, true);
  view.setUint16(at + 22, utf8(entry.name).length, true);
}

export function localHeader(entry: Written): Bytes {
  const known = !entry.descriptor;
  const size = known ? entry.size : 0;
  const extra = extra64(entry.zip64 ? [size, size] : []);
  const fixed = record(zip.LOCAL_HEADER_SIZE, (view) => {
    view.setUint32(0, zip.LOCAL_HEADER, true);
    setCommon(view, 4, entry, known);
    view.setUint16(28, extra.length, true);
  });
  return concat([fixed, utf8(entry.name), extra]);
}

export const dataDescriptor = ({ crc, size, zip64 }: Written): Bytes =>
  record(zip64 ? 24 : 16, (view) => {
    view.setUint32(0, zip.DATA_DESCRIPTOR, true);
    view.setUint32(4, crc, true);
    for (const index of [0, 1]) {
      if (zip64) setUint64(view, 8 + index * 8, size);
      else view.setUint32(8 + index * 4, size, true);
    }
  });

function directoryEntry(entry: Written): Bytes {
  const far = isWide(entry.offset);
  const extra = extra64([...(entry.zip64 ? [entry.size, entry.size] : []), ...(far ? [entry.offset] : [])]);
  const fixed = record(zip.DIRECTORY_HEADER_SIZE, (view) => {
    view.setUint32(0, zip.DIRECTORY_HEADER, true);
    view.setUint16(4, VERSION_ZIP64, true);
    setCommon(view, 6, entry, true);
    if (far) view.setUint16(6, VERSION_ZIP64, true);
    view.setUint16(30, extra.length, true);
    view.setUint32(42, far ? zip.IN_ZIP64 : entry.offset, true);
  });
  return concat([fixed, utf8(entry.name), extra]);
}

/** The central directory and end records for entries that end at `offset`. */
export function directory(entries: readonly Written[], offset: number): Bytes {
  const list = concat(entries.map(directoryEntry));
  const wide = isWide(offset + list.length);
  const end64 = record(wide ? zip.END64_SIZE + zip.LOCATOR64_SIZE : 0, (view) => {
    if (!wide) return;
    view.setUint32(0, zip.END64, true);
    setUint64(view, 4, zip.END64_SIZE - 12);
    view.setUint16(12, VERSION_ZIP64, true);
    view.setUint16(14, VERSION_ZIP64, true);
    setUint64(view, 24, entries.length);
    setUint64(view, 32, entries.length);
    setUint64(view, 40, list.length);
    setUint64(view, 48, offset);
    view.setUint32(zip.END64_SIZE, zip.LOCATOR64, true);
    setUint64(view, zip.END64_SIZE + 8, offset + list.length);
    view.setUint32(zip.END64_SIZE + 16, 1, true);
  });
  const end = record(zip.END_SIZE, (view) => {
    view.setUint32(0, zip.END, true);
    view.setUint16(8, entries.length, true);
    view.setUint16(10, entries.length, true);
    view.setUint32(12, list.length, true);
    view.setUint32(16, wide ? zip.IN_ZIP64 : offset, true);
  });
  return concat([list, end64, end]);
}
