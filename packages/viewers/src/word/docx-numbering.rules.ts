import { attributeOf, childNamed, elementsNamed, setAttribute } from './docx-markup.rules.ts';
import { customFormatName } from './docx-number-text.rules.ts';

/** Whether the format of a level is one that `numberText` knows. Formats with a description get its name. */
function acceptFormat(format: Element): boolean {
  if (attributeOf(format, 'val') !== 'custom') return true;
  const name = customFormatName(attributeOf(format, 'format') ?? '');
  if (name !== null) setAttribute(format, 'val', name);
  return name !== null;
}

/**
 * Word stores formats that older programs do not know as alternatives (`mc:AlternateContent`), which the layout library skips.
 * Replaces them by the first format that is known.
 */
export function chooseNumberFormats(numbering: Document): void {
  for (const alternatives of elementsNamed(numbering, 'AlternateContent')) {
    if (alternatives.parentElement?.localName !== 'lvl') continue;
    const formats = Array.from(alternatives.children).flatMap((each) => childNamed(each, 'numFmt') ?? []);
    const format = formats.find(acceptFormat);
    if (format) alternatives.replaceWith(format);
  }
}
