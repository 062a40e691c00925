import { attributeOf, childNamed, elementsNamed, isWordElement, paragraphOf } from './docx-markup.rules.ts';

/** Fonts with the same widths of letters, which free systems have. */
const sameWidths: Readonly<Record<string, string>> = {
  calibri: 'Carlito',
  cambria: 'Caladea',
  arial: 'Liberation Sans',
  helvetica: 'Liberation Sans',
  'arial narrow': 'Liberation Sans Narrow',
  'times new roman': 'Liberation Serif',
  times: 'Liberation Serif',
  'courier new': 'Liberation Mono',
  courier: 'Liberation Mono',
  'cambria math': 'DejaVu Math TeX Gyre',
};

const serif = /roman|serif|times|garamond|georgia|palatino|book|century|minion|song|宋|ming|明|仿|楷|batang/i;
const sansSerif = /sans|gothic/i;
const monospace = /mono|courier|consolas|typewriter|terminal|fixed/i;

const quoted = (name: string) => `'${name.replaceAll(/['"\\;{}<>]/g, '')}'`;

/** The fonts that systems without them replace by one with serifs or of one width (fontconfig, 45-latin.conf); all others by one without. */
const replacedBySerif = /^(constantia|elephant|garamond|georgia|ms serif|palatino( linotype)?|simsun)$/i;
const replacedByMonospace = /^(andale mono|consolas|fixed|inconsolata|terminal)$|mono$/i;

/** The generic family of a font, with the font that office programs without it take. */
const genericOf = (name: string): readonly [string, string] => {
  const generic = monospace.test(name)
    ? 'monospace'
    : serif.test(name) && !sansSerif.test(name)
      ? 'serif'
      : 'sans-serif';
  if (replacedByMonospace.test(name)) return ['DejaVu Sans Mono', generic];
  return [replacedBySerif.test(name) ? 'DejaVu Serif' : 'DejaVu Sans', generic];
};

/** A font and its substitutes as a list for a style sheet. */
export function fontList(name: string, eastAsia: string | null = null): string {
  const [substitute, generic] = genericOf(name);
  const same = sameWidths[name.toLowerCase()];
  const families = [
    name,
    ...(same === undefined ? [] : [same]),
    substitute,
    ...(eastAsia === null ? [] : [eastAsia]),
  ];
  return [...new Set(families)].map(quoted).concat(generic).join(', ');
}

type StyleFont = { readonly font: string | null; readonly base: string | null };

/** The font of Latin letters that a style has, or inherits. */
export type LatinFonts = (styleId: string | null) => string;

/** The East Asian fonts of headings and of other text that the theme of a document states; null without one. */
export type ThemeFonts = Readonly<Record<'major' | 'minor', string | null>>;

/** The scripts by which a theme lists its fonts, by languages. */
const themeScripts: readonly (readonly [RegExp, string])[] = [
  [/^zh-(CN|SG|Hans)/i, 'Hans'],
  [/^zh/i, 'Hant'],
  [/^ja/i, 'Jpan'],
  [/^ko/i, 'Hang'],
];

/** Reads the East Asian fonts of a theme, for the East Asian language of the settings of the document. */
export function themeFontsOf(theme: Document | null, settings: Document | null): ThemeFonts {
  const [languages] = settings ? elementsNamed(settings, 'themeFontLang') : [];
  const language = (languages && attributeOf(languages, 'eastAsia')) ?? '';
  const script = themeScripts.find(([pattern]) => pattern.test(language))?.[1];
  const fontOf = (kind: string): string | null => {
    const [fonts] = theme ? elementsNamed(theme, `${kind}Font`) : [];
    if (!fonts) return null;
    const own = childNamed(fonts, 'ea');
    const listed = Array.from(fonts.children).find(
      (font) => script !== undefined && attributeOf(font, 'script') === script,
    );
    return [own, listed].flatMap((font) => (font && attributeOf(font, 'typeface')) || [])[0] ?? null;
  };
  return { major: fontOf('major'), minor: fontOf('minor') };
}

const kindOfTheme = (theme: string) => (theme.startsWith('major') ? 'major' : 'minor');

const latinThemeFont = (theme: string, themeFonts: ThemeFonts): string => {
  const eastAsian = theme.endsWith('EastAsia') ? themeFonts[kindOfTheme(theme)] : null;
  return eastAsian ?? `var(--docx-${kindOfTheme(theme)}HAnsi-font)`;
};

/** The font of an element of run properties: a font of the theme has priority. */
function latinFontOf(properties: Element, themeFonts: ThemeFonts): string | null {
  const fonts = Array.from(properties.children).find(({ localName }) => localName === 'rFonts');
  if (!fonts) return null;
  const theme = attributeOf(fonts, 'asciiTheme') ?? attributeOf(fonts, 'hAnsiTheme');
  if (theme !== null) return latinThemeFont(theme, themeFonts);
  return attributeOf(fonts, 'ascii') ?? attributeOf(fonts, 'hAnsi');
}

function eastAsianFontOf(fonts: Element, themeFonts: ThemeFonts): string | null {
  const theme = attributeOf(fonts, 'eastAsiaTheme');
  return (theme === null ? null : themeFonts[kindOfTheme(theme)]) ?? attributeOf(fonts, 'eastAsia');
}

/** Reads the fonts of the styles of a document. */
export function latinFontsOf(styles: Document | null, themeFonts: ThemeFonts): LatinFonts {
  const defaults =
    styles && elementsNamed(styles, 'rPrDefault').flatMap((element) => elementsNamed(element, 'rPr'))[0];
  const byStyle = new Map<string, StyleFont>();
  for (const style of styles ? elementsNamed(styles, 'style') : []) {
    const properties = childNamed(style, 'rPr');
    const base = childNamed(style, 'basedOn');
    byStyle.set(attributeOf(style, 'styleId') ?? '', {
      font: properties ? latinFontOf(properties, themeFonts) : null,
      base: base ? attributeOf(base, 'val') : null,
    });
  }
  const fallback =
    (defaults ? latinFontOf(defaults, themeFonts) : null) ?? (styles ? 'Times New Roman' : 'Calibri');
  return (styleId) => {
    let id = styleId;
    for (let depth = 0; id !== null && depth < 16; depth += 1) {
      const style = byStyle.get(id);
      if (style?.font) return style.font;
      id = style?.base ?? null;
    }
    return fallback;
  };
}

/** The styles that apply to run properties, the nearest first. */
function stylesOf(properties: Element): (string | null)[] {
  const runStyle = childNamed(properties, 'rStyle');
  const owner = properties.parentElement;
  if (owner?.localName === 'style') {
    const base = childNamed(owner, 'basedOn');
    return [base ? attributeOf(base, 'val') : null];
  }
  const paragraph = paragraphOf(properties);
  const paragraphProperties = paragraph && childNamed(paragraph, 'pPr');
  const paragraphStyle = paragraphProperties && childNamed(paragraphProperties, 'pStyle');
  return [runStyle, paragraphStyle].map((style) => (style ? attributeOf(style, 'val') : null));
}

/**
 * Replaces the fonts of a part by lists with their substitutes. The layout library prefers a font to that of the theme, and
 * draws Latin letters in the font of Chinese text where a run names that alone.
 */
export function completeFonts(part: Document, latinFonts: LatinFonts, themeFonts: ThemeFonts): void {
  for (const fonts of elementsNamed(part, 'rFonts').filter(isWordElement)) {
    const properties = fonts.parentElement;
    if (!properties) continue;
    const eastAsia = eastAsianFontOf(fonts, themeFonts);
    const own = latinFontOf(properties, themeFonts);
    if (own === null && eastAsia === null) continue;
    const [nearest, next] = stylesOf(properties);
    const latin = own ?? latinFonts(nearest ?? next ?? null);
    const prefix = fonts.prefix ? `${fonts.prefix}:` : '';
    for (const { name, localName } of Array.from(fonts.attributes))
      if (/^(ascii|hAnsi|eastAsia)(Theme)?$/.test(localName)) fonts.removeAttribute(name);
    // The library takes over a list without spaces, or one that starts with a quotation mark.
    fonts.setAttributeNS(
      fonts.namespaceURI,
      `${prefix}ascii`,
      latin.startsWith('var(')
        ? [latin, ...(eastAsia === null ? [] : [quoted(eastAsia)])].join(',')
        : fontList(latin, eastAsia),
    );
  }
}

/** Whether the styles of a document ask for kerning, which is off in Word otherwise. */
export const isKerned = (styles: Document): boolean =>
  elementsNamed(styles, 'rPrDefault', 'style')
    .filter((element) => element.localName !== 'style' || attributeOf(element, 'default') === '1')
    .flatMap((element) => elementsNamed(element, 'kern'))
    .some((kern) => Number(attributeOf(kern, 'val')) > 0);
