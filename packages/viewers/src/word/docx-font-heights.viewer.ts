/** East Asian text has the line height of its own font. */
type TextScript = 'latin' | 'eastAsian' | 'both';

const eastAsian = /[\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef]/;
const otherLetter = /[\p{L}\p{N}]/u;

export function textScriptOf(text: string): TextScript {
  if (!eastAsian.test(text)) return 'latin';
  return otherLetter.test(text.replaceAll(new RegExp(eastAsian, 'g'), '')) ? 'both' : 'eastAsian';
}

type SizedFont = { readonly family: string; readonly size: number; readonly script: TextScript };

export type FontHeights = {
  /** The height of a line of text, in CSS pixels. */
  readonly heightOf: (font: SizedFont) => number;
  /** The distance of the lines of the grid at a paragraph; 0 where there is none. */
  readonly pitchOf: (paragraph: HTMLElement) => number;
};

/** Browsers round the ascent and descent of a font to pixels, which a large font makes small. */
const probeSizePx = 2000;

function createProbe(family: string, text: string): HTMLElement {
  const probe = document.createElement('div');
  Object.assign(probe.style, { fontFamily: family, fontSize: `${probeSizePx}px`, lineHeight: 'normal' });
  probe.textContent = text;
  return probe;
}

/** The ideograph "middle", which every East Asian font contains. */
const wideCharacter = String.fromCodePoint(0x4e2d);

/** The last font of a list, which is the one of the system. */
const systemFontOf = (family: string): string => family.split(',').at(-1)?.trim() ?? family;

/** Measures the natural line heights of fonts: their ascent, descent and gap. */
export function measureFontHeights(
  host: HTMLElement,
  families: Iterable<string>,
): (font: SizedFont) => number {
  const probes = Array.from(families, (family) => {
    const latin = createProbe(family, 'x');
    const wide = createProbe(family, wideCharacter);
    const system = createProbe(systemFontOf(family), wideCharacter);
    host.append(latin, wide, system);
    return { family, latin, wide, system };
  });
  const shareOf = (probe: HTMLElement) => probe.getBoundingClientRect().height / probeSizePx;
  const shares = new Map(
    probes.map(({ family, latin, wide, system }) => {
      const height = shareOf(latin);
      const wideHeight = shareOf(wide);
      // A browser mixes a font of the system with the first one of the list, and with the gap between its lines.
      const isMixed = wideHeight > height;
      return [
        family,
        { latin: height, eastAsian: isMixed ? Math.min(wideHeight, shareOf(system)) : wideHeight },
      ];
    }),
  );
  for (const { latin, wide, system } of probes) for (const probe of [latin, wide, system]) probe.remove();
  return ({ family, size, script }) => {
    const { latin = 1.17, eastAsian: wide = latin } = shares.get(family) ?? {};
    return size * (script === 'latin' ? latin : script === 'eastAsian' ? wide : Math.max(latin, wide));
  };
}
