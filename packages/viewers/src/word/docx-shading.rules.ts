import type { ThemeColor } from '../drawingml/drawing-color.rules.ts';
import { attributeOf, elementsNamed, isWordElement, setAttribute } from './docx-markup.rules.ts';

type Rgb = readonly [number, number, number];

/** The share of the area that the lines of a pattern cover: broad lines are half as wide as their distance, thin ones a quarter. */
const linePatterns: Readonly<Record<string, number>> = {
  horzStripe: 0.5,
  vertStripe: 0.5,
  diagStripe: 0.5,
  reverseDiagStripe: 0.5,
  horzCross: 0.75,
  diagCross: 0.75,
  thinHorzStripe: 0.25,
  thinVertStripe: 0.25,
  thinDiagStripe: 0.25,
  thinReverseDiagStripe: 0.25,
  thinHorzCross: 0.4375,
  thinDiagCross: 0.4375,
};

/** Percentages whose name has no half. */
const halvedPercentages: ReadonlySet<number> = new Set([12, 37, 62, 87]);

/** The share of the foreground colour in a shading (`ST_Shd`), 0 to 1; null for one that is not a pattern. */
function foregroundShareOf(pattern: string): number | null {
  if (pattern === 'solid') return 1;
  const percentage = Number(/^pct(\d{1,2})$/.exec(pattern)?.[1] ?? Number.NaN);
  if (Number.isNaN(percentage)) return linePatterns[pattern] ?? null;
  return (percentage + (halvedPercentages.has(percentage) ? 0.5 : 0)) / 100;
}

const rgbOf = (hex: string): Rgb =>
  [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb;
const hexOf = (rgb: Rgb): string =>
  rgb
    .map((value) => Math.round(value).toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();

/** Sets the lightness of a colour and keeps its hue and saturation, as `w:themeFillTint` and `w:themeFillShade` do. */
function withLightness(rgb: Rgb, change: (lightness: number) => number): Rgb {
  const shares = rgb.map((value) => value / 255);
  const [high, low] = [Math.max(...shares), Math.min(...shares)];
  const lightness = (high + low) / 2;
  const range = 1 - Math.abs(2 * lightness - 1);
  const changed = Math.max(0, Math.min(1, change(lightness)));
  const scale = range === 0 ? 0 : (1 - Math.abs(2 * changed - 1)) / range;
  return shares.map((share) => 255 * (changed + (share - lightness) * scale)) as unknown as Rgb;
}

/** The names of theme colours in Word and in the theme. */
const themeNames: Readonly<Record<string, string>> = {
  dark1: 'dk1',
  light1: 'lt1',
  dark2: 'dk2',
  light2: 'lt2',
  text1: 'dk1',
  background1: 'lt1',
  text2: 'dk2',
  background2: 'lt2',
  hyperlink: 'hlink',
  followedHyperlink: 'folHlink',
};

const shareIn = (shading: Element, name: string): number | null => {
  const value = attributeOf(shading, name) ?? '';
  return /^[\da-f]{1,2}$/i.test(value) ? Number.parseInt(value, 16) / 255 : null;
};

/** A colour of a shading, of the theme where it names one; null where it is automatic, undefined where it is not a number. */
function colorOf(
  shading: Element,
  [name, theme]: readonly [string, string],
  themeColor: ThemeColor,
): Rgb | null | undefined {
  const themeName = attributeOf(shading, theme);
  const themed = themeName === null ? null : themeColor(themeNames[themeName] ?? themeName);
  if (themed !== null) {
    const tint = shareIn(shading, `${theme}Tint`);
    const shade = shareIn(shading, `${theme}Shade`);
    const rgb = rgbOf(themed.slice(1));
    if (tint !== null) return withLightness(rgb, (lightness) => lightness * tint + 1 - tint);
    return shade === null ? rgb : withLightness(rgb, (lightness) => lightness * shade);
  }
  const value = attributeOf(shading, name) ?? 'auto';
  if (value === 'auto') return null;
  return /^[\da-f]{6}$/i.test(value) ? rgbOf(value) : undefined;
}

const black: Rgb = [0, 0, 0];
const white: Rgb = [255, 255, 255];

function fillOf(shading: Element, themeColor: ThemeColor): string | null {
  const pattern = attributeOf(shading, 'val') ?? 'clear';
  if (pattern === 'nil') return 'auto';
  const fill = colorOf(shading, ['fill', 'themeFill'], themeColor);
  const share = foregroundShareOf(pattern);
  if (share === null) return fill ? hexOf(fill) : null;
  const color = colorOf(shading, ['color', 'themeColor'], themeColor) ?? black;
  const ground = fill ?? white;
  return hexOf(ground.map((value, at) => value + ((color[at] ?? 0) - value) * share) as unknown as Rgb);
}

/** Writes the mean colour of patterns and theme colours as the fill of shadings (`w:shd`): the layout library knows no other. */
export function writeShadings(part: Document, themeColor: ThemeColor): void {
  for (const shading of elementsNamed(part, 'shd').filter(isWordElement)) {
    const fill = fillOf(shading, themeColor);
    if (fill !== null) setAttribute(shading, 'fill', fill);
  }
}
