import { dataViewOf } from '../format/data-view.util.ts';

export type FontTables = Map<string, Uint8Array>;

/** Reads the tables of a TrueType or OpenType font; null where the bytes are no font. */
export function readTables(bytes: Uint8Array): FontTables | null {
  if (bytes.length < 12) return null;
  const view = dataViewOf(bytes);
  const kind = view.getUint32(0);
  // Of a font collection the first font is used.
  const at = kind === 0x74746366 ? view.getUint32(12) : 0;
  if (at + 12 > bytes.length) return null;
  if (![0x00010000, 0x74727565, 0x4f54544f].includes(view.getUint32(at))) return null;
  const tables: FontTables = new Map();
  const count = view.getUint16(at + 4);
  for (let index = 0; index < count; index += 1) {
    const row = at + 12 + 16 * index;
    if (row + 16 > bytes.length) break;
    const name = String.fromCharCode(...bytes.subarray(row, row + 4));
    const offset = view.getUint32(row + 8);
    if (offset >= bytes.length) continue;
    tables.set(name, bytes.subarray(offset, Math.min(bytes.length, offset + view.getUint32(row + 12))));
  }
  return tables;
}

function checksum(bytes: Uint8Array): number {
  const padded = new Uint8Array(Math.ceil(bytes.length / 4) * 4);
  padded.set(bytes);
  const view = dataViewOf(padded);
  let sum = 0;
  for (let at = 0; at < padded.length; at += 4) sum = (sum + view.getUint32(at)) >>> 0;
  return sum;
}

/** Writes a font file from its tables. */
export function writeTables(tables: FontTables): Uint8Array<ArrayBuffer> {
  const names = [...tables.keys()].sort();
  const lengths = names.map((name) => Math.ceil((tables.get(name)?.length ?? 0) / 4) * 4);
  const head = 12 + 16 * names.length;
  const font = new Uint8Array(head + lengths.reduce((sum, length) => sum + length, 0));
  const view = dataViewOf(font);
  const power = Math.floor(Math.log2(names.length));
  view.setUint32(0, tables.has('CFF ') ? 0x4f54544f : 0x00010000);
  view.setUint16(4, names.length);
  view.setUint16(6, 16 * 2 ** power);
  view.setUint16(8, power);
  view.setUint16(10, 16 * (names.length - 2 ** power));
  let offset = head;
  for (const [index, name] of names.entries()) {
    const table = tables.get(name) ?? new Uint8Array();
    const row = 12 + 16 * index;
    for (let at = 0; at < 4; at += 1) font[row + at] = name.charCodeAt(at);
    view.setUint32(row + 4, checksum(table));
    view.setUint32(row + 8, offset);
    view.setUint32(row + 12, table.length);
    font.set(table, offset);
    offset += lengths[index] ?? 0;
  }
  return font;
}
