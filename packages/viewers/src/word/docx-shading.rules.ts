import { attributeOf, elementsNamed, isWordElement, setAttribute } from './docx-markup.rules.ts';

/** The share of the area that the lines of a pattern cover. */
const lineShare = 1 / 3;
const linePattern = /^(thin)?(horzStripe|vertStripe|reverseDiagStripe|diagStripe|horzCross|diagCross)$/i;

/** The share of the area that a pattern (`w:shd/@w:val`) fills with its colour. */
function shareOf(pattern: string): number {
  if (pattern === 'solid') return 1;
  const [, percent] = /^pct(\d{1,3})$/.exec(pattern) ?? [];
  if (percent !== undefined) return Math.min(100, Number(percent)) / 100;
  return linePattern.test(pattern) ? lineShare : 0;
}

const channelsOf = (color: string | null, automatic: string): readonly number[] => {
  const digits = /^[\da-f]{6}$/i.test(color ?? '') ? (color ?? '') : automatic;
  return [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16));
};

/** Replaces the patterns of shadings by the mix of their colours: the layout library knows plain fills alone. */
export function mixPatterns(part: Document): void {
  for (const shading of elementsNamed(part, 'shd').filter(isWordElement)) {
    const share = shareOf(attributeOf(shading, 'val') ?? '');
    if (share === 0) continue;
    const below = channelsOf(attributeOf(shading, 'fill'), 'ffffff');
    const above = channelsOf(attributeOf(shading, 'color'), '000000');
    const mixed = below.map((channel, at) => Math.round(channel + ((above[at] ?? 0) - channel) * share));
    setAttribute(shading, 'fill', mixed.map((channel) => channel.toString(16).padStart(2, '0')).join(''));
    setAttribute(shading, 'val', 'clear');
  }
}
