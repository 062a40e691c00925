import { isSymbolFont, symbolText } from '../format/symbol-fonts.rules.ts';
import {
  attributeOf,
  childNamed,
  createElementLike,
  elementsNamed,
  isWordElement,
} from './docx-markup.rules.ts';

/** A sign of a font (`w:sym`): its code, mostly as a private character. */
function textOfSign(sign: Element): string | null {
  const font = attributeOf(sign, 'font') ?? '';
  const code = Number.parseInt(attributeOf(sign, 'char') ?? '', 16);
  if (!isSymbolFont(font) || !(code > 0 && code <= 0xffff)) return null;
  return symbolText(font, String.fromCharCode(code));
}

/** The font with signs that the properties of a run name. */
function symbolFontOf(fonts: Element): string | undefined {
  const names = ['ascii', 'hAnsi'].flatMap((name) => attributeOf(fonts, name) ?? []);
  return names.length > 0 && names.every(isSymbolFont) ? names[0] : undefined;
}

/** Writes the signs of fonts such as Symbol, which phones lack, as characters of Unicode in the font of the text around them. */
export function writeSymbols(part: Document): void {
  for (const sign of elementsNamed(part, 'sym').filter(isWordElement)) {
    const text = textOfSign(sign);
    if (text === null) continue;
    const element = createElementLike(sign, 't');
    element.textContent = text;
    sign.replaceWith(element);
  }
  for (const fonts of elementsNamed(part, 'rFonts').filter(isWordElement)) {
    const font = symbolFontOf(fonts);
    const run = fonts.parentElement?.parentElement;
    if (font === undefined || run?.localName !== 'r') continue;
    for (const text of Array.from(run.children).filter(({ localName }) => localName === 't'))
      text.textContent = symbolText(font, text.textContent);
    if (childNamed(run, 't')) fonts.remove();
  }
}
