/**
 * Makes the replacement of Arial Narrow from Liberation Sans, which has the letters and the licence (OFL 1.1) for it. Liberation Sans
 * Narrow is under the GPL. The layout of tables is that of OpenType 1.9.1.
 */
import { checksumOf } from './exact-engine.fonts.mjs';

/** The widths of Arial Narrow are those of Arial times this. */
const widthScale = 0.82;
/** The line height of Arial Narrow, in units of 2048 for the size. */
const lineHeight = { ascent: 1916, descent: 434 };
const condensed = 3;

/** The licence reserves the names of the original, so that the font has another. */
export const narrowFamily = 'Sealflow Sans Narrow';
const licence = {
  copyright:
    'Digitized data copyright (c) 2010 Google Corporation. Copyright (c) 2012 Red Hat, Inc. Narrowed by Sealflow from a font of both.',
  text: 'Licensed under the SIL Open Font License, Version 1.1',
  address: 'https://openfontlicense.org',
};

const recordBytes = 16;
const directoryAt = 12;
/** The tables that stay. Hints and positions of accents are for the original widths. */
const keptTables = [
  'GDEF',
  'GSUB',
  'OS/2',
  'cmap',
  'glyf',
  'head',
  'hhea',
  'hmtx',
  'kern',
  'loca',
  'maxp',
  'post',
];

const scaled = (value) => Math.round(value * widthScale);

function scaleAt(table, at) {
  table.writeInt16BE(scaled(table.readInt16BE(at)), at);
}

/** Copies of the tables above, by their tags. */
function readTables(font) {
  const records = Array.from(
    { length: font.readUInt16BE(4) },
    (_, index) => directoryAt + recordBytes * index,
  );
  const tables = records.map((at) => {
    const start = font.readUInt32BE(at + 8);
    return [
      font.toString('latin1', at, at + 4),
      Buffer.from(font.subarray(start, start + font.readUInt32BE(at + 12))),
    ];
  });
  return Object.fromEntries(tables.filter(([tag]) => keptTables.includes(tag)));
}

/** Flags of the points of a glyph. */
const pointFlag = { shortX: 0x02, repeat: 0x08, sameOrPositiveX: 0x10 };

/** The flags of a number of points, and the position after them. */
function readPointFlags(glyph, start, count) {
  const flags = [];
  let at = start;
  while (flags.length < count) {
    const flag = glyph[at++];
    const repeats = flag & pointFlag.repeat ? glyph[at++] : 0;
    for (let index = 0; index <= repeats; index += 1) flags.push(flag);
  }
  return { flags, at };
}

/**
 * Scales the horizontal positions of points in place. They are stored as differences, which become smaller and fit where they are.
 */
function scalePoints(glyph, start, count) {
  const { flags, at: coordinatesAt } = readPointFlags(glyph, start, count);
  let at = coordinatesAt;
  let position = 0;
  for (const flag of flags) {
    const before = scaled(position);
    const positive = (flag & pointFlag.sameOrPositiveX) !== 0;
    if (flag & pointFlag.shortX) {
      position += positive ? glyph[at] : -glyph[at];
      glyph[at] = Math.abs(scaled(position) - before);
      at += 1;
    } else if (!positive) {
      position += glyph.readInt16BE(at);
      glyph.writeInt16BE(scaled(position) - before, at);
      at += 2;
    }
  }
}

/** Flags of the components of a glyph. */
const componentFlag = {
  words: 0x01,
  offsets: 0x02,
  scale: 0x08,
  more: 0x20,
  scales: 0x40,
  matrix: 0x80,
  hints: 0x100,
};

/** Scales the horizontal offsets of components in place, and returns the glyph without hints. */
function scaleComponents(glyph) {
  let at = 10;
  for (let flags = componentFlag.more; flags & componentFlag.more; ) {
    flags = glyph.readUInt16BE(at);
    if (!(flags & componentFlag.offsets) || flags & componentFlag.matrix)
      throw new Error('component of a glyph is aligned to points or turned');
    glyph.writeUInt16BE(flags & ~componentFlag.hints, at);
    if (flags & componentFlag.words) scaleAt(glyph, at + 4);
    else glyph.writeInt8(scaled(glyph.readInt8(at + 4)), at + 4);
    at += flags & componentFlag.words ? 8 : 6;
    if (flags & componentFlag.scale) at += 2;
    if (flags & componentFlag.scales) at += 4;
  }
  return glyph.subarray(0, at);
}

/** A glyph with scaled widths and without hints. */
function narrowGlyph(original) {
  if (original.length === 0) return original;
  const glyph = Buffer.from(original);
  for (const at of [2, 6]) scaleAt(glyph, at);
  const contours = glyph.readInt16BE(0);
  if (contours < 0) return scaleComponents(glyph);
  const hintsAt = 10 + 2 * contours;
  const pointsAt = hintsAt + 2 + glyph.readUInt16BE(hintsAt);
  scalePoints(glyph, pointsAt, glyph.readUInt16BE(hintsAt - 2) + 1);
  return Buffer.concat([glyph.subarray(0, hintsAt), Buffer.alloc(2), glyph.subarray(pointsAt)]);
}

const padded = (bytes) => Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);

/** The tables `glyf` and `loca` of scaled glyphs. Positions are stored in 32 bits. */
function narrowGlyphs({ glyf, loca, head, maxp }) {
  if (head.readInt16BE(50) !== 1) throw new Error('font with short positions of glyphs');
  const count = maxp.readUInt16BE(4);
  const glyphs = Array.from({ length: count }, (_, index) =>
    padded(narrowGlyph(glyf.subarray(loca.readUInt32BE(4 * index), loca.readUInt32BE(4 * index + 4)))),
  );
  const positions = Buffer.alloc(4 * (count + 1));
  glyphs.reduce((at, glyph, index) => {
    positions.writeUInt32BE(at + glyph.length, 4 * (index + 1));
    return at + glyph.length;
  }, 0);
  return { glyf: Buffer.concat(glyphs), loca: positions };
}

/** Scales the widths of glyphs and the distances before them. */
function narrowMetrics({ hmtx, hhea }) {
  const withWidth = hhea.readUInt16BE(34);
  for (let at = 0; at < hmtx.length; at += 2) {
    const isWidth = at < 4 * withWidth && at % 4 === 0;
    if (isWidth) hmtx.writeUInt16BE(scaled(hmtx.readUInt16BE(at)), at);
    else scaleAt(hmtx, at);
  }
}

/** Scales the distances of pairs, subtable format 0. */
function narrowPairs(kern) {
  if (kern.readUInt16BE(2) !== 1 || kern[8] !== 0) throw new Error('pairs of letters in another format');
  const pairsAt = 18;
  const pairBytes = 6;
  for (let index = 0; index < kern.readUInt16BE(10); index += 1)
    scaleAt(kern, pairsAt + pairBytes * index + 4);
}

/** A table `name` in English for Windows. */
function nameTable(style) {
  const texts = [
    [0, licence.copyright],
    [1, narrowFamily],
    [2, style],
    [3, `${narrowFamily} ${style}`],
    [4, style === 'Regular' ? narrowFamily : `${narrowFamily} ${style}`],
    [6, `${narrowFamily} ${style}`.replace(/ /g, '').replace(/(Bold|Italic|Regular)/, '-$1')],
    [13, licence.text],
    [14, licence.address],
  ].map(([id, text]) => ({ id, bytes: Buffer.from(text, 'utf16le').swap16() }));
  const header = Buffer.alloc(6 + 12 * texts.length);
  header.writeUInt16BE(texts.length, 2);
  header.writeUInt16BE(header.length, 4);
  texts.reduce((offset, { id, bytes }, index) => {
    for (const [field, value] of [3, 1, 0x409, id, bytes.length, offset].entries())
      header.writeUInt16BE(value, 6 + 12 * index + 2 * field);
    return offset + bytes.length;
  }, 0);
  return Buffer.concat([header, ...texts.map(({ bytes }) => bytes)]);
}

/** A TrueType font of tables. */
function writeFont(tables) {
  const entries = Object.entries(tables).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const directory = Buffer.alloc(directoryAt + recordBytes * entries.length);
  const log = Math.floor(Math.log2(entries.length));
  directory.writeUInt32BE(0x00010000, 0);
  for (const [index, value] of [
    entries.length,
    recordBytes * 2 ** log,
    log,
    recordBytes * (entries.length - 2 ** log),
  ].entries())
    directory.writeUInt16BE(value, 4 + 2 * index);
  const contents = entries.map(([, table]) => padded(table));
  entries.reduce((start, [tag, table], index) => {
    const at = directoryAt + recordBytes * index;
    directory.write(tag, at, 'latin1');
    directory.writeUInt32BE(checksumOf(contents[index]), at + 4);
    directory.writeUInt32BE(start, at + 8);
    directory.writeUInt32BE(table.length, at + 12);
    return start + contents[index].length;
  }, directory.length);
  return Buffer.concat([directory, ...contents]);
}

/**
 * Makes a narrow font.
 * @param {Buffer} font a font of Liberation Sans
 * @param {string} style its style as the table `name` states it, such as `Bold Italic`.
 * @returns {Buffer} the font with the widths and the line height of Arial Narrow, under the family above and without hints.
 * @throws {Error} if a table is missing or has another format.
 */
export function narrowFont(font, style) {
  const tables = readTables(font);
  const missing = keptTables.filter((tag) => tables[tag] === undefined);
  if (missing.length > 0) throw new Error(`font without table ${missing.join(', ')}`);
  const { head, hhea, kern } = tables;
  const windows = tables['OS/2'];
  const glyphs = narrowGlyphs(tables);
  narrowMetrics(tables);
  narrowPairs(kern);
  for (const at of [36, 40]) scaleAt(head, at);
  head.writeUInt32BE(0, 8);
  hhea.writeInt16BE(lineHeight.ascent, 4);
  hhea.writeInt16BE(-lineHeight.descent, 6);
  hhea.writeInt16BE(0, 8);
  for (const at of [10, 12, 14, 16]) scaleAt(hhea, at);
  scaleAt(windows, 2);
  windows.writeUInt16BE(condensed, 6);
  windows.writeUInt16BE(lineHeight.ascent, 74);
  windows.writeUInt16BE(lineHeight.descent, 76);
  return writeFont({ ...tables, ...glyphs, name: nameTable(style) });
}
