import { Buffer } from 'node:buffer';
import { crc32 } from 'node:zlib';

type Entry = { readonly name: string; readonly content: Uint8Array };

const entryHeader = (signature: number, { name, content }: Entry, extra: readonly number[]) => {
  const bytes = Buffer.alloc(extra.length * 2);
  for (const [index, value] of extra.entries()) bytes.writeUInt16LE(value, index * 2);
  const sizes = Buffer.alloc(16);
  sizes.writeUInt32LE(crc32(content), 0);
  sizes.writeUInt32LE(content.length, 4);
  sizes.writeUInt32LE(content.length, 8);
  sizes.writeUInt16LE(Buffer.byteLength(name), 12);
  const start = Buffer.alloc(4);
  start.writeUInt32LE(signature);
  return Buffer.concat([start, bytes, sizes]);
};

/** A zip of stored entries that the service accepts as a package of the app. */
export function zipOf(entries: readonly Entry[]): Buffer {
  const localEntries: Buffer[] = [];
  const directoryEntries: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const localEntry = Buffer.concat([
      // Version needed, flags, stored, time, date.
      entryHeader(0x04034b50, entry, [20, 0, 0, 0, 33]),
      Buffer.from(entry.name),
      entry.content,
    ]);
    const headerEnd = Buffer.alloc(14);
    headerEnd.writeUInt32LE(offset, 10);
    directoryEntries.push(
      Buffer.concat([
        entryHeader(0x02014b50, entry, [20, 20, 0, 0, 0, 33]),
        headerEnd,
        Buffer.from(entry.name),
      ]),
    );
    localEntries.push(localEntry);
    offset += localEntry.length;
  }
  const centralDirectory = Buffer.concat(directoryEntries);
  const endRecord = Buffer.alloc(22);
  endRecord.writeUInt32LE(0x06054b50, 0);
  endRecord.writeUInt16LE(entries.length, 8);
  endRecord.writeUInt16LE(entries.length, 10);
  endRecord.writeUInt32LE(centralDirectory.length, 12);
  endRecord.writeUInt32LE(offset, 16);
  return Buffer.concat([...localEntries, centralDirectory, endRecord]);
}
