import type { FontTables } from './sfnt.rules.ts';

/** Parses a CFF INDEX: its entries and its end. */
function parseIndex(
  bytes: Uint8Array,
  at: number,
): { readonly count: number; readonly starts: number[]; readonly end: number } {
  const count = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
  if (count === 0) return { count, starts: [], end: at + 2 };
  const size = bytes[at + 2] ?? 1;
  const base = at + 2 + size * (count + 1);
  const starts = Array.from({ length: count + 1 }, (_, index) => {
    let value = 0;
    for (let byte = 0; byte < size; byte += 1)
      value = value * 256 + (bytes[at + 3 + index * size + byte] ?? 0);
    return base + value;
  });
  return { count, starts, end: starts.at(-1) ?? bytes.length };
}

/** Parses a CFF DICT: its integer operands by operator. */
function parseDict(bytes: Uint8Array): Map<number, number> {
  const entries = new Map<number, number>();
  let last = 0;
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at] ?? 0;
    const next = (offset: number) => bytes[at + offset] ?? 0;
    if (byte <= 21) {
      entries.set(byte === 12 ? 1200 + next(1) : byte, last);
      at += byte === 12 ? 2 : 1;
    } else if (byte === 28) {
      last = (next(1) << 8) | next(2);
      at += 3;
    } else if (byte === 29) {
      last = (next(1) << 24) | (next(2) << 16) | (next(3) << 8) | next(4);
      at += 5;
    } else if (byte === 30) {
      at += 1;
      while (at < bytes.length && (next(0) & 0x0f) !== 0x0f) at += 1;
      at += 1;
    } else if (byte < 247) {
      last = byte - 139;
      at += 1;
    } else {
      last = byte < 251 ? (byte - 247) * 256 + next(1) + 108 : -(byte - 251) * 256 - next(1) - 108;
      at += 2;
    }
  }
  return entries;
}

const charStringsOperator = 17;
const unitsPerEm = 1000;

/**
 * Wraps a bare CFF font as OpenType, the only form that browsers accept. Null where the bytes are invalid.
 */
export function wrapCff(bytes: Uint8Array): FontTables | null {
  if (bytes[0] !== 1 || (bytes[2] ?? 0) < 4) return null;
  const topDictIndex = parseIndex(bytes, parseIndex(bytes, bytes[2] ?? 4).end);
  const charStringsOffset = parseDict(bytes.subarray(topDictIndex.starts[0], topDictIndex.starts[1])).get(
    charStringsOperator,
  );
  if (charStringsOffset === undefined || charStringsOffset <= 0 || charStringsOffset >= bytes.length)
    return null;
  const { count } = parseIndex(bytes, charStringsOffset);
  return new Map([
    ['CFF ', bytes],
    ['head', headTable()],
    ['hhea', hheaTable(count)],
    ['hmtx', hmtxTable(count)],
    ['maxp', maxpTable(count)],
  ]);
}

function headTable(): Uint8Array {
  const table = new Uint8Array(54);
  const view = new DataView(table.buffer);
  view.setUint32(0, 0x00010000);
  view.setUint32(12, 0x5f0f3cf5);
  view.setUint16(16, 3);
  view.setUint16(18, unitsPerEm);
  view.setInt16(40, unitsPerEm);
  view.setInt16(42, unitsPerEm);
  view.setUint16(46, 8);
  view.setInt16(48, 2);
  return table;
}

function hheaTable(glyphs: number): Uint8Array {
  const table = new Uint8Array(36);
  const view = new DataView(table.buffer);
  view.setUint32(0, 0x00010000);
  view.setInt16(4, 880);
  view.setInt16(6, -120);
  view.setUint16(10, unitsPerEm);
  view.setUint16(34, glyphs);
  return table;
}

function hmtxTable(glyphs: number): Uint8Array {
  const table = new Uint8Array(4 * glyphs);
  const view = new DataView(table.buffer);
  // The document positions every glyph itself, so the advance widths have no effect.
  for (let at = 0; at < glyphs; at += 1) view.setUint16(4 * at, unitsPerEm);
  return table;
}

function maxpTable(glyphs: number): Uint8Array {
  const table = new Uint8Array(6);
  const view = new DataView(table.buffer);
  view.setUint32(0, 0x00005000);
  view.setUint16(4, glyphs);
  return table;
}
