import { createWebFont } from './web-font.rules.ts';

/** The font of a text run: a family, and whether glyphs are selected by index. */
export type TextFont = { readonly family: string; readonly isByGlyph: boolean };

const serif = "'SimSun', 'Songti SC', 'STSong', 'Noto Serif CJK SC', 'Source Han Serif SC', serif";
const sans = "'SimHei', 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif";
const stacks: readonly (readonly [RegExp, string])[] = [
  [/courier|consol|mono/i, "'Courier New', Menlo, monospace"],
  [/楷|kai/i, `'KaiTi', 'Kaiti SC', 'STKaiti', ${serif}`],
  [/仿|fang/i, `'FangSong', 'STFangsong', ${serif}`],
  [/黑|hei|arial|helvet|sans|gothic|雅|calibri|verdana/i, `Arial, ${sans}`],
];

/** Device font families for a font that is not embedded, closest first. */
export function deviceFamilies(name: string, family: string): string {
  const named = [name, family]
    .filter((part) => part !== '')
    .map((part) => `'${part.replace(/['"\\;{}]/g, '')}'`);
  const stack =
    stacks.find(([pattern]) => pattern.test(`${name} ${family}`))?.[1] ?? `'Times New Roman', ${serif}`;
  return [...named, stack].join(', ');
}

let lastFamilyId = 0;

/** Loads the embedded fonts of one document into the browser when a page first needs them. */
export function createFontLoader() {
  const loaded = new Map<string, Promise<string | null>>();
  const faces: FontFace[] = [];

  async function loadFace(bytes: Uint8Array, by: 'characters' | 'glyphs'): Promise<string | null> {
    const font = createWebFont(bytes, by);
    if (!font) return null;
    lastFamilyId += 1;
    const family = `ofd-${lastFamilyId}`;
    try {
      const fontFace = await new FontFace(family, font).load();
      document.fonts.add(fontFace);
      faces.push(fontFace);
      return family;
    } catch {
      // The browser rejects the font: device fonts are used.
      return null;
    }
  }

  return {
    family(key: string, bytes: () => Promise<Uint8Array | null>, by: 'characters' | 'glyphs') {
      const id = `${key} ${by}`;
      const loading = loaded.get(id) ?? bytes().then((font) => (font ? loadFace(font, by) : null));
      loaded.set(id, loading);
      return loading;
    },
    end() {
      for (const fontFace of faces) document.fonts.delete(fontFace);
    },
  };
}
export type FontLoader = ReturnType<typeof createFontLoader>;
