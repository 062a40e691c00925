/**
 * The Chinese fonts of the engine are the first release of Noto Sans CJK. This module gives them the line height and the Chinese forms
 * of the current release. The layout of tables is that of OpenType 1.9.1.
 */

/** The line height of Noto Sans CJK, which Chinese documents get elsewhere, in thousandths of the font size. */
const lineHeight = { ascent: 1160, descent: 288 };

/**
 * Characters whose Chinese form is that of another one, as in the feature `locl` of Noto Sans CJK: a dash and a bullet are as wide as
 * a Chinese letter. The fonts have the forms, but only these other characters lead to them.
 */
const chineseForms = new Map([
  [0x2014, 0x2015],
  [0x2022, 0x30fb],
]);

const directoryAt = 12;
const recordBytes = 16;
const groupBytes = 12;
/** Platforms and encodings of a map of all Unicode characters: Unicode 2.0, and Windows with UCS-4. */
const wholeUnicode = [
  [0, 4],
  [3, 10],
];

function recordOf(font, tag) {
  const records = Array.from(
    { length: font.readUInt16BE(4) },
    (_, index) => directoryAt + recordBytes * index,
  );
  const record = records.find((at) => font.toString('latin1', at, at + 4) === tag);
  if (record === undefined) throw new Error(`font without table ${tag}`);
  return record;
}

const tableOf = (font, tag) => font.readUInt32BE(recordOf(font, tag) + 8);

/** The groups of consecutive characters and glyphs in the character map of a font, subtable format 12. */
function readGroups(font) {
  const map = tableOf(font, 'cmap');
  const subtables = Array.from(
    { length: font.readUInt16BE(map + 2) },
    (_, index) => map + font.readUInt32BE(map + 8 + 8 * index),
  );
  const subtable = subtables.find((at) => font.readUInt16BE(at) === 12);
  if (subtable === undefined) throw new Error('font without a map of all Unicode characters');
  return Array.from({ length: font.readUInt32BE(subtable + 12) }, (_, index) => {
    const at = subtable + 16 + groupBytes * index;
    return {
      first: font.readUInt32BE(at),
      last: font.readUInt32BE(at + 4),
      glyph: font.readUInt32BE(at + 8),
    };
  });
}

function glyphOf(groups, character) {
  const group = groups.find(({ first, last }) => first <= character && character <= last);
  if (!group) throw new Error(`font without the character ${character.toString(16)}`);
  return group.glyph + character - group.first;
}

/** Gives a character another glyph. The rest of its group stays as it is. */
const withGlyph = (groups, character, glyph) =>
  groups.flatMap((group) => {
    const { first, last } = group;
    if (character < first || character > last) return group;
    return [
      { first, last: character - 1, glyph: group.glyph },
      { first: character, last: character, glyph },
      { first: character + 1, last, glyph: group.glyph + character + 1 - first },
    ].filter((part) => part.first <= part.last);
  });

/** A table `cmap` with one subtable of format 12. */
function characterMap(groups) {
  const subtableAt = 4 + 8 * wholeUnicode.length;
  const subtableBytes = 16 + groupBytes * groups.length;
  const table = Buffer.alloc(subtableAt + subtableBytes);
  table.writeUInt16BE(wholeUnicode.length, 2);
  for (const [index, [platform, encoding]] of wholeUnicode.entries()) {
    const at = 4 + 8 * index;
    table.writeUInt16BE(platform, at);
    table.writeUInt16BE(encoding, at + 2);
    table.writeUInt32BE(subtableAt, at + 4);
  }
  table.writeUInt16BE(12, subtableAt);
  table.writeUInt32BE(subtableBytes, subtableAt + 4);
  table.writeUInt32BE(groups.length, subtableAt + 12);
  for (const [index, { first, last, glyph }] of groups.entries()) {
    const at = subtableAt + 16 + groupBytes * index;
    table.writeUInt32BE(first, at);
    table.writeUInt32BE(last, at + 4);
    table.writeUInt32BE(glyph, at + 8);
  }
  return table;
}

/** The sum of the 32-bit words of a table whose length is a multiple of four. */
export function checksumOf(table) {
  let sum = 0;
  for (let at = 0; at < table.length; at += 4) sum = (sum + table.readUInt32BE(at)) >>> 0;
  return sum;
}

/** Replaces the character map. The new one follows the other tables. */
function withCharacterMap(font, groups) {
  const table = characterMap(groups);
  const start = Math.ceil(font.length / 4) * 4;
  const bytes = Buffer.concat([font, Buffer.alloc(start - font.length), table]);
  const record = recordOf(bytes, 'cmap');
  bytes.writeUInt32BE(checksumOf(table), record + 4);
  bytes.writeUInt32BE(start, record + 8);
  bytes.writeUInt32BE(table.length, record + 12);
  return bytes;
}

/** The bit of `OS/2` by which a font asks for its typographic metrics. Those of the Chinese fonts have lines of 1.5 times the size. */
const usesTypographicMetrics = 0x80;

/** Gives a font of 1000 units the line height above, in its tables `hhea` and `OS/2`. */
function withLineHeight(font) {
  const bytes = Buffer.from(font);
  const header = tableOf(bytes, 'hhea');
  bytes.writeInt16BE(lineHeight.ascent, header + 4);
  bytes.writeInt16BE(-lineHeight.descent, header + 6);
  bytes.writeInt16BE(0, header + 8);
  const windows = tableOf(bytes, 'OS/2');
  const selectionAt = windows + 62;
  bytes.writeUInt16BE(bytes.readUInt16BE(selectionAt) & ~usesTypographicMetrics, selectionAt);
  bytes.writeUInt16BE(lineHeight.ascent, windows + 74);
  bytes.writeUInt16BE(lineHeight.descent, windows + 76);
  return bytes;
}

/**
 * Adapts an OpenType font of 1000 units.
 * @param {Buffer} font
 * @returns {Buffer} the font with the line height and the Chinese forms above.
 * @throws {Error} if a table or a character is missing.
 */
export function adaptChineseFont(font) {
  const groups = readGroups(font);
  const adapted = [...chineseForms].reduce(
    (changed, [character, like]) => withGlyph(changed, character, glyphOf(groups, like)),
    groups,
  );
  return withCharacterMap(withLineHeight(font), adapted);
}
