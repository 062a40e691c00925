import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { adaptModule } from '../../build/exact-engine.module.mjs';
import { engineFolders, packEngine } from '../../build/exact-engine.pack.mjs';
import type { EngineFile, EngineManifest } from './engine.types.ts';

let manifest: EngineManifest;
let chunks: ReadonlyMap<string, Buffer>;

beforeAll(async () => {
  const packed = await packEngine();
  manifest = packed.manifest;
  chunks = packed.chunks;
});

const bytesOf = (file: EngineFile) =>
  Buffer.concat(manifest.files[file].map(({ sha256 }) => chunks.get(sha256) ?? Buffer.alloc(0)));

/** The files that the engine's script finds in its data. */
function dataFiles(): readonly { readonly filename: string; readonly start: number; readonly end: number }[] {
  const script = bytesOf('script').toString();
  const [, list = '[]'] = /loadPackage\(\{"files":(\[.*?\])/.exec(script) ?? [];
  return JSON.parse(list);
}

function contentOf(name: string): Buffer {
  const file = dataFiles().find(({ filename }) => filename === name);
  return bytesOf('data').subarray(file?.start ?? 0, file?.end ?? 0);
}

/** The glyph of a character by the map of all Unicode characters, subtable format 12 of the table `cmap`. */
function glyphOf(font: Buffer, character: string): number {
  const code = character.codePointAt(0) ?? 0;
  const map = font.readUInt32BE(font.indexOf('cmap') + 8);
  const count = font.readUInt16BE(map + 2);
  const subtable = Array.from(
    { length: count },
    (_, index) => map + font.readUInt32BE(map + 8 + 8 * index),
  ).find((at) => font.readUInt16BE(at) === 12);
  if (subtable === undefined) throw new Error('font without a map of all Unicode characters');
  const groups = Array.from(
    { length: font.readUInt32BE(subtable + 12) },
    (_, index) => subtable + 16 + 12 * index,
  );
  const group = groups.find((at) => font.readUInt32BE(at) <= code && code <= font.readUInt32BE(at + 4));
  return group === undefined ? 0 : font.readUInt32BE(group + 8) + code - font.readUInt32BE(group);
}

const fontFolder = '/instdir/share/fonts/truetype';

/** The start of a table of a font. */
function tableOf(font: Buffer, tag: string): number {
  const records = Array.from({ length: font.readUInt16BE(4) }, (_, index) => 12 + 16 * index);
  const record = records.find((at) => font.toString('latin1', at, at + 4) === tag);
  if (record === undefined) throw new Error(`font without table ${tag}`);
  return font.readUInt32BE(record + 8);
}

/** Texts of the table `name`, by their identifiers: 13 is the licence, 14 its address. */
function namesOf(font: Buffer, identifiers: readonly number[]): string {
  const table = tableOf(font, 'name');
  const records = Array.from({ length: font.readUInt16BE(table + 2) }, (_, index) => table + 6 + 12 * index);
  return records
    .filter((at) => identifiers.includes(font.readUInt16BE(at + 6)))
    .map((at) => {
      const start = table + font.readUInt16BE(table + 4) + font.readUInt16BE(at + 10);
      return font.toString('latin1', start, start + font.readUInt16BE(at + 8)).replaceAll('\0', '');
    })
    .join('\n');
}

/** The widths of the glyphs of a font, and the glyphs. */
function glyphsOf(font: Buffer) {
  const [glyf, loca, hmtx, hhea] = ['glyf', 'loca', 'hmtx', 'hhea'].map((tag) => tableOf(font, tag)) as [
    number,
    number,
    number,
    number,
  ];
  const withWidth = font.readUInt16BE(hhea + 34);
  return Array.from({ length: font.readUInt16BE(tableOf(font, 'maxp') + 4) }, (_, index) => ({
    width: font.readUInt16BE(hmtx + 4 * Math.min(index, withWidth - 1)),
    outline: font.subarray(
      glyf + font.readUInt32BE(loca + 4 * index),
      glyf + font.readUInt32BE(loca + 4 * index + 4),
    ),
  }));
}

/** The points of a glyph without components: their horizontal positions. */
function pointsOf(outline: Buffer): readonly number[] {
  const contours = outline.readInt16BE(0);
  let at = 10 + 2 * contours;
  const count = outline.readUInt16BE(at - 2) + 1;
  at += 2 + outline.readUInt16BE(at);
  const flags: number[] = [];
  while (flags.length < count) {
    const flag = outline[at++] ?? 0;
    flags.push(flag);
    if (flag & 8) flags.push(...Array<number>(outline[at++] ?? 0).fill(flag));
  }
  let position = 0;
  return flags.map((flag) => {
    if (flag & 2) position += (outline[at++] ?? 0) * (flag & 16 ? 1 : -1);
    else if (!(flag & 16)) {
      position += outline.readInt16BE(at);
      at += 2;
    }
    return position;
  });
}

describe('the packed engine', () => {
  test('names each chunk by its digest and size', () => {
    for (const { sha256, bytes } of Object.values(manifest.files).flat()) {
      const chunk = chunks.get(sha256);
      expect(chunk?.length).toBe(bytes);
      expect(
        createHash('sha256')
          .update(chunk ?? '')
          .digest('hex'),
      ).toBe(sha256);
    }
  });

  test('holds a WebAssembly module and every byte of its file list', () => {
    expect(bytesOf('module').subarray(0, 4)).toEqual(Buffer.from('\0asm'));
    expect(dataFiles().at(-1)?.end).toBe(bytesOf('data').length);
  });

  test('refuses to change the module of another version', () => {
    const otherModule = Buffer.from('\0asm\x01\0\0\0\x0a\x04\x01\x02\0\x0b', 'latin1');
    expect(() => adaptModule(otherModule)).toThrow('module of the engine has another form');
    // The changes would otherwise be made twice.
    expect(() => adaptModule(bytesOf('module'))).toThrow('module of the engine has another form');
  });

  test('has Chinese fonts and the replacements of Microsoft’s fonts, and no font under the GPL', () => {
    const fonts = dataFiles().map(({ filename }) => filename.split('/').at(-1) ?? '');
    for (const font of [
      'NotoSansHans-Regular.otf',
      'LiberationSerif-Regular.ttf',
      'Carlito-Regular.ttf',
      'DejaVuSerif.ttf',
    ])
      expect(fonts).toContain(font);
    expect(fonts.filter((font) => /CLM|LinLibertine|LinBiolinum|DavidLibre/.test(font))).toEqual([]);
    const licences = dataFiles()
      .filter(({ filename }) => /\.[ot]tf$/.test(filename) && !filename.endsWith('/opens___.ttf'))
      .map(({ filename }) => namesOf(contentOf(filename), [13, 14]));
    for (const licence of licences) {
      expect(licence).toMatch(/SIL Open Font License|Apache License|Bitstream Vera Fonts/);
      expect(licence).not.toMatch(/GPL|General Public|LiberationFontLicense/);
    }
  });

  test.each(['Regular', 'Bold', 'Italic', 'BoldItalic'])(
    'has letters for Arial Narrow in %s, 82 % as wide as those of Arial',
    (style) => {
      const wide = glyphsOf(contentOf(`${fontFolder}/LiberationSans-${style}.ttf`));
      const font = contentOf(`${fontFolder}/SealflowSansNarrow-${style}.ttf`);
      const narrow = glyphsOf(font);
      const scaled = (value: number) => Math.round(value * 0.82);
      expect(narrow.map(({ width }) => width)).toEqual(wide.map(({ width }) => scaled(width)));
      const simple = narrow.flatMap(({ outline }, index) =>
        outline.length > 0 && outline.readInt16BE(0) > 0 ? [index] : [],
      );
      expect(simple.length).toBeGreaterThan(1000);
      for (const index of simple) {
        const before = pointsOf(wide[index]?.outline ?? Buffer.alloc(0));
        expect(pointsOf(narrow[index]?.outline ?? Buffer.alloc(0))).toEqual(before.map(scaled));
      }
      // The licence reserves the names of the original.
      expect(namesOf(font, [1, 4, 6])).not.toMatch(/Liberation|Arimo/);
    },
  );

  test('chooses replacements of fonts by their names, before all other rules', () => {
    const rules = contentOf('/instdir/share/fontconfig/fonts.conf').toString();
    const added = rules.indexOf('<string>sans</string></test>\n<test qual="first"');
    expect(added).toBeGreaterThan(0);
    expect(added).toBeLessThan(rules.indexOf('<include'));
    expect(bytesOf('script').toString()).toContain('ENV.LANG="en_US.UTF-8"');
  });

  test('has the rules for numbers in English words, in a folder that its script makes', () => {
    const rules = contentOf('/instdir/share/numbertext/en.sor').toString();
    expect(rules).toMatch(/^__numbertext__\n/);
    expect(rules).toContain('\n12 twelve\n');
    expect(rules).toContain('\n"([0-9]{1,3})([0-9][0-9][0-9])" $1 thousand $2\n');
    const folders = bytesOf('script').toString();
    expect(folders).toContain('Module["FS_createPath"]("/instdir/share","numbertext",true,true);');
  });

  test('takes its own Chinese font for Noto Sans CJK, and for Chinese of all regions', () => {
    const rules = contentOf('/instdir/share/fontconfig/fonts.conf').toString();
    expect(rules).toContain('<string>Noto Sans CJK SC</string>');
    expect(rules).toContain('<langset><string>zh-tw</string></langset>');
    // Its rules make Twi (tw) of the Chinese of Taiwan (zh-tw).
    expect(dataFiles().filter(({ filename }) => filename.includes('lang-normalize'))).toEqual([]);
  });

  test('sets the locale that decides about paper, and lets the library not change it', () => {
    const settings = contentOf('/instdir/share/registry/sealflow.xcd').toString();
    expect(settings).toContain('oor:name="ooSetupSystemLocale" oor:finalized="true"><value>en-MH<');
  });

  test('gives the Chinese fonts the line height of Noto Sans CJK', () => {
    const font = contentOf(`${fontFolder}/NotoSansHans-Regular.otf`);
    const record = font.indexOf('hhea');
    const header = font.readUInt32BE(record + 8);
    expect([4, 6, 8].map((at) => font.readInt16BE(header + at))).toEqual([1160, -288, 0]);
    // Otherwise the engine takes the typographic metrics: lines of 1.5 times the size.
    const windows = font.readUInt32BE(font.indexOf('OS/2') + 8);
    expect(font.readUInt16BE(windows + 62) & 0x80).toBe(0);
  });

  test.each(['Regular', 'Bold'])(
    'draws dashes and bullets in %s as wide as Chinese letters',
    async (weight) => {
      const font = contentOf(`${fontFolder}/NotoSansHans-${weight}.otf`);
      const folder = engineFolders.find((path) => path.endsWith('fonts-sc')) ?? '';
      const original = await readFile(join(folder, `fonts/NotoSansHans-${weight}.otf`));
      expect(glyphOf(font, '—')).toBe(glyphOf(original, '―'));
      expect(glyphOf(font, '•')).toBe(glyphOf(original, '・'));
      const others = Array.from('A–―‖中・𠀋');
      expect(others.map((character) => glyphOf(font, character))).toEqual(
        others.map((character) => glyphOf(original, character)),
      );
    },
  );

  test('compiles no code from text, which the policy of the frame forbids', () => {
    expect(bytesOf('script').toString()).not.toMatch(/newFunc\(Function/);
  });
});
