import type { DrawnFont } from './ofd-fonts.adapter.ts';
import type { TextRun } from './ofd-text.rules.ts';
import { flagOf, numberOf } from './ofd-xml.rules.ts';
import { svg } from './svg.rules.ts';
import { glyphCharacter } from './web-font.rules.ts';

/** Browsers enforce a minimum font size, so text is drawn enlarged and scaled down. */
const enlarged = 10;

const list = (values: readonly number[]) => values.map((value) => +value.toFixed(4)).join(' ');

/**
 * Creates the element of a run with the position of each character. The text is added when the font is
 * loaded.
 */
export function textElement(object: Element, run: TextRun): SVGTextElement {
  const scale = numberOf(object, 'HScale', 1) || 1;
  const text = svg('text', {
    transform: `scale(${scale / enlarged} ${1 / enlarged})`,
    'font-size': numberOf(object, 'Size', 3.5) * enlarged,
    'xml:space': 'preserve',
  });
  text.style.whiteSpace = 'pre';
  const [first] = run.glyphs;
  if (first) {
    // Without distances the characters follow each other by their widths.
    const placed = run.placed ? run.glyphs : [first];
    text.setAttribute('x', list(placed.map(({ x }) => (x * enlarged) / scale)));
    text.setAttribute('y', list(placed.map(({ y }) => y * enlarged)));
  }
  const turned = numberOf(object, 'CharDirection', 0);
  if (turned !== 0) text.setAttribute('rotate', String(turned));
  if (numberOf(object, 'Weight', 400) >= 600) text.style.fontWeight = 'bold';
  if (flagOf(object, 'Italic', false)) text.style.fontStyle = 'italic';
  return text;
}

export function writeText(text: SVGTextElement, run: TextRun, font: DrawnFont) {
  text.style.fontFamily = font.family;
  text.textContent = run.glyphs
    .map(({ character, index }) => (font.byGlyph && index !== null ? glyphCharacter(index) : character))
    .join('');
}
