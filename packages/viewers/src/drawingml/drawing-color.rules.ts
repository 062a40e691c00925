import { childOf, childrenOf, numberAttribute } from './drawing-xml.rules.ts';

const presets: Readonly<Record<string, string>> = {
  black: '#000000',
  white: '#ffffff',
  red: '#ff0000',
  green: '#008000',
  blue: '#0000ff',
  yellow: '#ffff00',
  gray: '#808080',
  orange: '#ffa500',
};

const shareUnit = 100_000;

type Rgb = readonly [number, number, number];

const rgbOf = (hex: string): Rgb =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb;
const clamp = (value: number) => Math.max(0, Math.min(255, Math.round(value)));
const hexOf = (rgb: Rgb) => `#${rgb.map((value) => clamp(value).toString(16).padStart(2, '0')).join('')}`;

/** Mixes a colour as its modifiers say. Changes of luminance are made on the channels, which is near enough. */
function modified(color: Rgb, modifiers: readonly Element[]): string {
  let rgb = color;
  let alpha = 1;
  for (const modifier of modifiers) {
    const share = numberAttribute(modifier, 'val', shareUnit) / shareUnit;
    const map = (change: (value: number) => number) => {
      rgb = rgb.map(change) as unknown as Rgb;
    };
    if (modifier.localName === 'lumMod' || modifier.localName === 'shade') map((value) => value * share);
    else if (modifier.localName === 'lumOff') map((value) => value + 255 * share);
    else if (modifier.localName === 'tint') map((value) => 255 - (255 - value) * share);
    else if (modifier.localName === 'alpha') alpha = share;
  }
  const hex = hexOf(rgb);
  return alpha >= 1
    ? hex
    : `${hex}${clamp(alpha * 255)
        .toString(16)
        .padStart(2, '0')}`;
}

export type ThemeColor = (name: string) => string | null;

/** The colour that an element such as `solidFill` contains, for style sheets. */
export function colorIn(element: Element | undefined, themeColor: ThemeColor): string | null {
  for (const color of element ? Array.from(element.children) : []) {
    const value = color.getAttribute('val') ?? '';
    const hex =
      color.localName === 'srgbClr'
        ? `#${value}`
        : color.localName === 'sysClr'
          ? `#${color.getAttribute('lastClr') ?? '000000'}`
          : color.localName === 'schemeClr'
            ? (themeColor(value) ?? '#4472c4')
            : color.localName === 'prstClr'
              ? (presets[value] ?? '#808080')
              : null;
    if (hex && /^#[\da-f]{6}$/i.test(hex)) return modified(rgbOf(hex), Array.from(color.children));
  }
  return null;
}

/** The fill of shape properties; undefined where they leave it to the style. A gradient has its first colour. */
export function fillIn(properties: Element | undefined, themeColor: ThemeColor): string | null | undefined {
  if (!properties) return undefined;
  if (childOf(properties, 'noFill')) return null;
  const solid = childOf(properties, 'solidFill');
  if (solid) return colorIn(solid, themeColor);
  const gradient = childOf(properties, 'gradFill');
  const stops = gradient ? childrenOf(childOf(gradient, 'gsLst'), 'gs') : [];
  if (gradient) return colorIn(stops[stops.length >> 1], themeColor);
  const pattern = childOf(properties, 'pattFill');
  return pattern ? colorIn(childOf(pattern, 'bgClr'), themeColor) : undefined;
}

/** Reads the colours of a theme. */
export function themeColorsOf(theme: Document | null): ThemeColor {
  const [scheme] = theme ? Array.from(theme.getElementsByTagNameNS('*', 'clrScheme')) : [];
  const colors = new Map(
    (scheme ? Array.from(scheme.children) : []).map((color) => [color.localName, colorIn(color, () => null)]),
  );
  const aliases: Readonly<Record<string, string>> = { tx1: 'dk1', bg1: 'lt1', tx2: 'dk2', bg2: 'lt2' };
  return (name) => colors.get(aliases[name] ?? name) ?? null;
}
