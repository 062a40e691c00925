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

const themeFont = (theme: string | null): string | null =>
  theme === null ? null : `var(--docx-${theme.startsWith('major') ? 'major' : 'minor'}HAnsi-font)`;

/** The font of an element of run properties: a font of the theme has priority. */
function latinFontOf(properties: Element): string | null {
  const fonts = Array.from(properties.children).find(({ localName }) => localName === 'rFonts');
  if (!fonts) return null;
  const theme = themeFont(attributeOf(fonts, 'asciiTheme') ?? attributeOf(fonts, 'hAnsiTheme'));
  return theme ?? attributeOf(fonts, 'ascii') ?? attributeOf(fonts, 'hAnsi');
}

/** Reads the fonts of the styles of a document. */
export function latinFontsOf(styles: Document | null): LatinFonts {
  const defaults =
    styles && elementsNamed(styles, 'rPrDefault').flatMap((element) => elementsNamed(element, 'rPr'))[0];
  const byStyle = new Map<string, StyleFont>();
  for (const style of styles ? elementsNamed(styles, 'style') : []) {
    const properties = childNamed(style, 'rPr');
    const base = childNamed(style, 'basedOn');
    byStyle.set(attributeOf(style, 'styleId') ?? '', {
      font: properties ? latinFontOf(properties) : null,
      base: base ? attributeOf(base, 'val') : null,
    });
  }
  const fallback = (defaults ? latinFontOf(defaults) : null) ?? (styles ? 'Times New Roman' : 'Calibri');
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
export function completeFonts(part: Document, latinFonts: LatinFonts): void {
  for (const fonts of elementsNamed(part, 'rFonts').filter(isWordElement)) {
    const properties = fonts.parentElement;
    if (!properties) continue;
    const eastAsia = attributeOf(fonts, 'eastAsia');
    const own = latinFontOf(properties);
    if (own === null && eastAsia === null) continue;
    const [nearest, next] = stylesOf(properties);
    const latin = own ?? latinFonts(nearest ?? next ?? null);
    const prefix = fonts.prefix ? `${fonts.prefix}:` : '';
    for (const { name, localName } of Array.from(fonts.attributes))
      if (/^(ascii|hAnsi|asciiTheme|hAnsiTheme|eastAsia)$/.test(localName)) fonts.removeAttribute(name);
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
