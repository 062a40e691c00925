/** A rule of `w:spacing`: a multiple of the natural height, or a height in CSS pixels. */
export type LineRule = { readonly kind: 'auto' | 'exact' | 'atLeast'; readonly value: number };

/** The property that carries the rule through the style sheets. */
export const lineRuleProperty = '--line-rule';

export function lineRuleOf(text: string): LineRule {
  const [, kind, value] = /^\s*(exact|atLeast|auto) ([\d.]+)\s*$/.exec(text) ?? [];
  return kind === undefined
    ? { kind: 'auto', value: 1 }
    : { kind: kind as LineRule['kind'], value: Number(value) };
}

const twipsPerPixel = 15;
/** A height that is a whole number of twips but for the rounding of floating-point numbers. */
const roundingTwips = 1e-6;

/**
 * The height of a line of text with a natural height, in twentieths of a point as office programs count: small differences
 * would sum up over the lines of a page. In a section with a grid of lines (`w:docGrid`) a line takes whole rows of the
 * grid; an exact height does not. A multiple of a line that needs more than one row adds to it by the height of its text.
 */
export function lineHeightOf({ kind, value }: LineRule, natural: number, pitch: number): number {
  if (kind === 'exact') return value;
  const rounded = Math.round(natural * twipsPerPixel) / twipsPerPixel;
  const height = kind === 'atLeast' ? Math.max(value, rounded) : rounded;
  const snapped = pitch > 0 ? Math.ceil(height / pitch - 0.01) * pitch : height;
  if (kind !== 'auto') return snapped;
  const isHigh = pitch > 0 && snapped > pitch && value > 1;
  const multiple = isHigh ? snapped + (value - 1) * height : snapped * value;
  return Math.floor(multiple * twipsPerPixel + roundingTwips) / twipsPerPixel;
}
