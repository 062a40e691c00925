import { type Bytes, concat, utf8 } from '../../../packages/tdf/src/bytes.ts';
import { crc32 } from '../../../packages/tdf/src/writer/crc.ts';
import {
  dataDescriptor,
  directory,
  localHeader,
  type WrittenEntry,
} from '../../../packages/tdf/src/writer/zip.ts';

export interface FileEntry {
  readonly name: string;
  readonly data: Uint8Array;
  /** Whether the sizes are in the zip64 extra field, and in a descriptor after the data. */
  readonly zip64?: boolean;
  readonly descriptor?: boolean;
}

/** A valid stored zip with any entries in any order. */
export function zipFile(entries: readonly FileEntry[]): Bytes {
  const parts: Uint8Array[] = [];
  const written: WrittenEntry[] = [];
  let offset = 0;
  for (const { name, data, zip64 = false, descriptor = false } of entries) {
    const entry = { name, offset, size: data.length, crc: crc32(data), descriptor, zip64 };
    const pieces = [localHeader(entry), data, ...(descriptor ? [dataDescriptor(entry)] : [])];
    written.push(entry);
    parts.push(...pieces);
    offset += pieces.reduce((size, piece) => size + piece.length, 0);
  }
  return concat([...parts, directory(written, offset)]);
}

const record = (size: number, write: (view: DataView) => void): Bytes => {
  const bytes = new Uint8Array(size);
  write(new DataView(bytes.buffer));
  return bytes;
};

/** The same archive with the end records of an archive above four gigabytes (APPNOTE 4.3.14 and 4.3.15). */
export function withZip64End(file: Bytes): Bytes {
  const end = new DataView(file.buffer, file.byteOffset + file.length - 22, 22);
  const [count, size, offset] = [end.getUint16(10, true), end.getUint32(12, true), end.getUint32(16, true)];
  const end64 = record(76, (view) => {
    view.setUint32(0, 0x06064b50, true);
    view.setUint32(4, 44, true);
    view.setUint16(12, 45, true);
    view.setUint16(14, 45, true);
    for (const [at, value] of [
      [24, count],
      [32, count],
      [40, size],
      [48, offset],
    ] as const)
      view.setUint32(at, value, true);
    view.setUint32(56, 0x07064b50, true);
    view.setUint32(64, offset + size, true);
    view.setUint32(72, 1, true);
  });
  const tail = file.slice(-22);
  new DataView(tail.buffer).setUint32(16, 0xffffffff, true);
  return concat([file.subarray(0, -22), end64, tail]);
}

/** The same archive with a comment at its end. */
export function withComment(file: Bytes, comment: string): Bytes {
  const bytes = concat([file, utf8(comment)]);
  new DataView(bytes.buffer).setUint16(file.length - 2, utf8(comment).length, true);
  return bytes;
}
