import { Buffer } from 'node:buffer';
import { crc32 } from 'node:zlib';

type Entry = { readonly name: string; readonly content: Uint8Array };

const header = (signature: number, { name, content }: Entry, extra: readonly number[]) => {
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
export function archive(entries: readonly Entry[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const local = Buffer.concat([
      // Version needed, flags, stored, time, date.
      header(0x04034b50, entry, [20, 0, 0, 0, 33]),
      Buffer.from(entry.name),
      entry.content,
    ]);
    const end = Buffer.alloc(14);
    end.writeUInt32LE(offset, 10);
    directory.push(
      Buffer.concat([header(0x02014b50, entry, [20, 20, 0, 0, 0, 33]), end, Buffer.from(entry.name)]),
    );
    locals.push(local);
    offset += local.length;
  }
  const middle = Buffer.concat(directory);
  const last = Buffer.alloc(22);
  last.writeUInt32LE(0x06054b50, 0);
  last.writeUInt16LE(entries.length, 8);
  last.writeUInt16LE(entries.length, 10);
  last.writeUInt32LE(middle.length, 12);
  last.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, middle, last]);
}
