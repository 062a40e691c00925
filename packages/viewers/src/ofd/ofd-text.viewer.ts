import type { TextFont } from './ofd-fonts.viewer.ts';
import type { TextRun } from './ofd-text.rules.ts';
import { flagOf, numberOf } from './ofd-xml.rules.ts';
import { createSvg } from './svg.util.ts';
import { glyphCharacter } from './web-font.rules.ts';

/** Browsers enforce a minimum font size, so text is drawn enlarged and scaled down. */
const enlargementFactor = 10;

const joinNumbers = (values: readonly number[]) => values.map((value) => +value.toFixed(4)).join(' ');

/**
 * Creates the element of a run with the position of each character. The text is added when the font is
 * loaded.
 */
export function createTextElement(object: Element, run: TextRun): SVGTextElement {
  const scale = numberOf(object, 'HScale', 1) || 1;
  const text = createSvg('text', {
    transform: `scale(${scale / enlargementFactor} ${1 / enlargementFactor})`,
    'font-size': numberOf(object, 'Size', 3.5) * enlargementFactor,
    'xml:space': 'preserve',
  });
  text.style.whiteSpace = 'pre';
  const [first] = run.glyphs;
  if (first) {
    // Without distances the characters follow each other by their widths.
    const positionedGlyphs = run.isPositioned ? run.glyphs : [first];
    text.setAttribute('x', joinNumbers(positionedGlyphs.map(({ x }) => (x * enlargementFactor) / scale)));
    text.setAttribute('y', joinNumbers(positionedGlyphs.map(({ y }) => y * enlargementFactor)));
  }
  const rotation = numberOf(object, 'CharDirection', 0);
  if (rotation !== 0) text.setAttribute('rotate', String(rotation));
  if (numberOf(object, 'Weight', 400) >= 600) text.style.fontWeight = 'bold';
  if (flagOf(object, 'Italic', false)) text.style.fontStyle = 'italic';
  return text;
}

export function writeText(text: SVGTextElement, run: TextRun, font: TextFont) {
  text.style.fontFamily = font.family;
  text.textContent = run.glyphs
    .map(({ character, index }) => (font.isByGlyph && index !== null ? glyphCharacter(index) : character))
    .join('');
}
