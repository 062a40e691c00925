// Slicing-by-8: eight bytes per step. The first table is the usual CRC-32 table (ISO 3309, as in zip).
const TABLES = makeTables();

function makeTables(): Int32Array {
  const tables = new Int32Array(8 * 256);
  for (let byte = 0; byte < 256; byte += 1) {
    let value = byte;
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
    tables[byte] = value;
  }
  for (let at = 256; at < tables.length; at += 1) {
    const before = tables[at - 256] ?? 0;
    tables[at] = (before >>> 8) ^ (tables[before & 0xff] ?? 0);
  }
  return tables;
}

/** Continues a CRC-32 whose value so far is `before`. */
export function crc32(bytes: Uint8Array, before = 0): number {
  const t = TABLES;
  const at = (table: number, byte: number): number => t[table * 256 + (byte & 0xff)] ?? 0;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let crc = ~before;
  let i = 0;
  for (; i + 8 <= bytes.length; i += 8) {
    const low = crc ^ view.getInt32(i, true);
    const high = view.getInt32(i + 4, true);
    crc =
      at(7, low) ^
      at(6, low >>> 8) ^
      at(5, low >>> 16) ^
      at(4, low >>> 24) ^
      at(3, high) ^
      at(2, high >>> 8) ^
      at(1, high >>> 16) ^
      at(0, high >>> 24);
  }
  for (; i < bytes.length; i += 1) crc = (crc >>> 8) ^ at(0, crc ^ (bytes[i] ?? 0));
  return ~crc >>> 0;
}
