import { numbersOf } from './ofd-xml.rules.ts';

export type ColorSpace = {
  readonly type: string;
  readonly bits: number;
  readonly palette: readonly string[];
};

const componentsOf = (value: string): number[] =>
  value
    .split(/[\s,]+/)
    .filter((part) => part !== '')
    .map((part) => (part.startsWith('#') ? Number.parseInt(part.slice(1), 16) : Number(part)))
    .map((part) => (Number.isFinite(part) ? part : 0));

const channel = (value: number) => Math.round(Math.min(255, Math.max(0, value)));

/**
 * Converts a colour to CSS. A colour without a colour space is grey, RGB or CMYK by the number of its
 * components.
 */
export function cssColor(color: Element, space: ColorSpace | undefined): string {
  const [index] = numbersOf(color.getAttribute('Index'));
  const value = color.getAttribute('Value') ?? (index === undefined ? '' : (space?.palette[index] ?? ''));
  const maxComponent = 2 ** (space?.bits ?? 8) - 1;
  const parts = componentsOf(value).map((part) => (part * 255) / maxComponent);
  if (parts.length === 1) return gray(parts[0] ?? 0);
  if (parts.length === 4 || space?.type.toUpperCase() === 'CMYK') {
    const [cyan = 0, magenta = 0, yellow = 0, black = 0] = parts.map((part) => 1 - part / 255);
    return rgb(255 * cyan * black, 255 * magenta * black, 255 * yellow * black);
  }
  const [red = 0, green = 0, blue = 0] = parts;
  return rgb(red, green, blue);
}

const rgb = (red: number, green: number, blue: number) =>
  `rgb(${channel(red)}, ${channel(green)}, ${channel(blue)})`;
const gray = (level: number) => rgb(level, level, level);

/** The opacity of an element from 0 to 1; the attribute ranges from 0 to 255. */
export function alphaOf(element: Element | null): number {
  const [value] = numbersOf(element?.getAttribute('Alpha'));
  return value === undefined ? 1 : Math.min(1, Math.max(0, value / 255));
}
