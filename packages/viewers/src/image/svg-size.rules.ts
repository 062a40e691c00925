import type { Size } from '../pages/page-layout.rules.ts';

const pixelsPerUnit: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  mm: 96 / 25.4,
  cm: 96 / 2.54,
  in: 96,
  em: 16,
  rem: 16,
  ex: 8,
};
/** The default size of browsers. */
const defaultSize: Size = { width: 300, height: 150 };
const maxEdgePx = 100_000;

function lengthOf(text: string | null): number | null {
  const [, digits, unit = ''] = /^\s*\+?([\d.]+(?:e[+-]?\d+)?)\s*([a-z%]*)\s*$/i.exec(text ?? '') ?? [];
  const length = Number(digits) * (pixelsPerUnit[unit.toLowerCase()] ?? Number.NaN);
  return length > 0 && length <= maxEdgePx ? length : null;
}

/** The size of an SVG in CSS pixels from its root attributes. Percentages count as missing. */
export function svgSize(attribute: (name: string) => string | null): Size {
  const [width, height] = [lengthOf(attribute('width')), lengthOf(attribute('height'))];
  if (width !== null && height !== null) return { width, height };
  const [, , boxWidth = 0, boxHeight = 0] = (attribute('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  if (!(boxWidth > 0 && boxHeight > 0))
    return { width: width ?? defaultSize.width, height: height ?? defaultSize.height };
  const ratio = boxHeight / boxWidth;
  if (width !== null) return { width, height: width * ratio };
  if (height !== null) return { width: height / ratio, height };
  // The units of a view box are arbitrary.
  const shrink = Math.min(1, maxEdgePx / 10 / Math.max(boxWidth, boxHeight));
  return { width: boxWidth * shrink, height: boxHeight * shrink };
}
