/** Glyph index by character code. */
export type GlyphsByCode = Map<number, number>;

// Ranks the encodings as browsers do: full Unicode, the Basic Multilingual Plane, any Unicode, Macintosh,
// symbols.
const rank = (platform: number, encoding: number): number => {
  if (platform === 3 && encoding === 10) return 5;
  if (platform === 3 && encoding === 1) return 4;
  if (platform === 0) return 3;
  return platform === 1 ? 2 : 1;
};

/**
 * Limit of the entries of a `cmap` table: a longer table is circular, because Unicode has fewer assigned
 * characters.
 */
const maxEntries = 400_000;

/**
 * Reads the `cmap` table of a font. Lower-ranked subtables are read first, so that higher-ranked ones
 * override them.
 */
export function readCmap(table: Uint8Array | undefined): GlyphsByCode {
  const characters: GlyphsByCode = new Map();
  if (!table || table.length < 4) return characters;
  const view = new DataView(table.buffer, table.byteOffset, table.byteLength);
  const rows = Array.from({ length: view.getUint16(2) }, (_, index) => 4 + 8 * index)
    .filter((row) => row + 8 <= table.length)
    .map((row) => ({
      rank: rank(view.getUint16(row), view.getUint16(row + 2)),
      isSymbol: view.getUint16(row) === 3 && view.getUint16(row + 2) === 0,
      offset: view.getUint32(row + 4),
    }))
    .sort((a, b) => a.rank - b.rank);
  let remainingEntries = maxEntries;
  for (const { offset, isSymbol } of rows) {
    try {
      readSubtable(view, offset, (code, glyph) => {
        remainingEntries -= 1;
        if (remainingEntries < 0) throw new Error('cmap table has too many entries');
        if (glyph === 0) return;
        characters.set(code, glyph);
        // Symbol fonts map their characters to U+F000-F0FF in the private use area.
        if (isSymbol && code >= 0xf000 && code <= 0xf0ff) characters.set(code - 0xf000, glyph);
      });
    } catch {
      // If a subtable runs past its end, the entries read so far are used.
    }
  }
  return characters;
}

function readSubtable(view: DataView, at: number, addGlyph: (code: number, glyph: number) => void) {
  const format = view.getUint16(at);
  if (format === 0) for (let code = 0; code < 256; code += 1) addGlyph(code, view.getUint8(at + 6 + code));
  if (format === 4) readSegments(view, at, addGlyph);
  if (format === 6) {
    const first = view.getUint16(at + 6);
    const count = view.getUint16(at + 8);
    for (let index = 0; index < count; index += 1)
      addGlyph(first + index, view.getUint16(at + 10 + 2 * index));
  }
  if (format === 12) {
    const groups = Math.min(view.getUint32(at + 12), 0x10000);
    for (let index = 0; index < groups; index += 1) {
      const row = at + 16 + 12 * index;
      const [first, last, glyph] = [view.getUint32(row), view.getUint32(row + 4), view.getUint32(row + 8)];
      for (let code = first; code <= last && code - first < 0x10000; code += 1)
        addGlyph(code, glyph + code - first);
    }
  }
}

function readSegments(view: DataView, at: number, addGlyph: (code: number, glyph: number) => void) {
  const segmentBytes = view.getUint16(at + 6);
  for (let index = 0; index < segmentBytes; index += 2) {
    const last = view.getUint16(at + 14 + index);
    const first = view.getUint16(at + 16 + segmentBytes + index);
    const delta = view.getInt16(at + 16 + 2 * segmentBytes + index);
    const rangeOffset = at + 16 + 3 * segmentBytes + index;
    const range = view.getUint16(rangeOffset);
    for (let code = first; code <= last && code !== 0xffff; code += 1) {
      const glyph = range === 0 ? code : view.getUint16(rangeOffset + range + 2 * (code - first));
      addGlyph(code, glyph === 0 ? 0 : (glyph + delta) & 0xffff);
    }
  }
}

/** Writes a `cmap` table with one subtable for full Unicode (format 12). */
export function writeCmap(characters: GlyphsByCode): Uint8Array {
  const groups: { first: number; last: number; glyph: number }[] = [];
  for (const [code, glyph] of [...characters].sort(([a], [b]) => a - b)) {
    const group = groups.at(-1);
    if (group && code === group.last + 1 && glyph === group.glyph + code - group.first) group.last = code;
    else groups.push({ first: code, last: code, glyph });
  }
  const table = new Uint8Array(28 + 12 * groups.length);
  const view = new DataView(table.buffer);
  view.setUint16(2, 1);
  view.setUint16(4, 3);
  view.setUint16(6, 10);
  view.setUint32(8, 12);
  view.setUint16(12, 12);
  view.setUint32(16, 16 + 12 * groups.length);
  view.setUint32(24, groups.length);
  for (const [index, { first, last, glyph }] of groups.entries()) {
    view.setUint32(28 + 12 * index, first);
    view.setUint32(32 + 12 * index, last);
    view.setUint32(36 + 12 * index, glyph);
  }
  return table;
}
