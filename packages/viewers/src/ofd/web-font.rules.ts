import { wrapCff } from './cff.rules.ts';
import { type GlyphsByCode, readCmap, writeCmap } from './cmap.rules.ts';
import { type FontTables, readTables, writeTables } from './sfnt.rules.ts';

// Character blocks that text shaping does not change, enough for fonts of up to 38,000 glyphs.
const blocks = [
  { first: 0xe000, count: 6400 },
  { first: 0x4e00, count: 20_992 },
  { first: 0xac00, count: 11_172 },
] as const;

/** The character that selects a glyph by its index in a font built with `by: 'glyphs'`. */
export function glyphCharacter(glyph: number): string {
  let remaining = glyph;
  for (const { first, count } of blocks) {
    if (remaining < count) return String.fromCharCode(first + remaining);
    remaining -= count;
  }
  return '\ufffd';
}

// Tables needed for drawing. The layout tables are left out because they would replace the document's glyphs.
const drawingTables = [
  'CFF ',
  'OS/2',
  'cvt ',
  'fpgm',
  'glyf',
  'head',
  'hhea',
  'hmtx',
  'loca',
  'maxp',
  'name',
  'post',
  'prep',
];

/**
 * Converts an embedded font to one that browsers accept: embedded subsets lack tables and have non-standard
 * character maps. With `glyphs` every glyph can be selected by its index.
 */
export function createWebFont(
  bytes: Uint8Array,
  by: 'characters' | 'glyphs',
): Uint8Array<ArrayBuffer> | null {
  const tables = readTables(bytes) ?? wrapCff(bytes);
  if (!tables) return null;
  const count = glyphCount(tables);
  const characters = by === 'glyphs' ? glyphMap(count) : readCmap(tables.get('cmap'));
  if (characters.size === 0) return null;
  const result: FontTables = new Map(
    drawingTables.flatMap((name) => {
      const table = tables.get(name);
      return table ? [[name, table] as const] : [];
    }),
  );
  for (const [code, glyph] of characters) if (glyph >= count) characters.delete(code);
  result.set('cmap', writeCmap(characters));
  result.set('OS/2', result.get('OS/2') ?? metricsTable());
  result.set('name', nameTable());
  result.set('post', postTable());
  return writeTables(result);
}

function glyphCount(tables: FontTables): number {
  const table = tables.get('maxp');
  return table && table.length >= 6 ? ((table[4] ?? 0) << 8) | (table[5] ?? 0) : 0;
}

const glyphMap = (count: number): GlyphsByCode =>
  new Map(Array.from({ length: count }, (_, glyph) => [glyphCharacter(glyph).charCodeAt(0), glyph] as const));

function metricsTable(): Uint8Array {
  const table = new Uint8Array(96);
  const view = new DataView(table.buffer);
  view.setUint16(0, 3);
  view.setInt16(2, 1000);
  view.setUint16(4, 400);
  view.setUint16(6, 5);
  view.setUint16(62, 0x40);
  view.setUint16(64, 0x20);
  view.setUint16(66, 0xffff);
  view.setInt16(68, 880);
  view.setInt16(70, -120);
  view.setUint16(74, 1000);
  view.setUint16(76, 200);
  return table;
}

function nameTable(): Uint8Array {
  const table = new Uint8Array(6);
  table[5] = 6;
  return table;
}

function postTable(): Uint8Array {
  const table = new Uint8Array(32);
  table[1] = 3;
  return table;
}
