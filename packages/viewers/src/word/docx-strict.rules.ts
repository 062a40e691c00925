import { isWordElement } from './docx-markup.rules.ts';

/** A namespace of Strict Office Open XML, as the namespace or the kind of an element. */
const strictNamespace =
  /(\b(?:xmlns(?::[\w.-]+)?|uri)\s*=\s*["'])http:\/\/purl\.oclc\.org\/ooxml\/(\w+)\/(\w+)/g;

/** The text of a part with the namespaces of Transitional Office Open XML, the only ones that the layout library knows. */
export const withTransitionalNamespaces = (text: string): string =>
  text.replace(strictNamespace, '$1http://schemas.openxmlformats.org/$2/2006/$3');

const twipsOfUnit: Readonly<Record<string, number>> = {
  pt: 20,
  pc: 240,
  pi: 240,
  in: 1440,
  cm: 1440 / 2.54,
  mm: 144 / 2.54,
};
/** Elements whose lengths are half points without a unit. All others have twentieths of a point. */
const halfPointElements = new Set(['sz', 'szCs', 'kern', 'position', 'hps', 'hpsRaise', 'hpsBaseText']);
const twipsPerHalfPoint = 10;
const lengthPattern = /^(-?\d+(?:\.\d+)?)(pt|pc|pi|in|cm|mm)$/;
const hasLength = /="-?\d[\d.]*(?:pt|pc|pi|in|cm|mm)"/;

/** Writes the lengths of a part that have a unit, as Strict Office Open XML has, without units. */
export function writePlainLengths(part: Document, text: string): void {
  if (!hasLength.test(text)) return;
  for (const element of Array.from(part.getElementsByTagName('*')).filter(isWordElement))
    for (const attribute of Array.from(element.attributes)) {
      const [, amount, unit = ''] = lengthPattern.exec(attribute.value) ?? [];
      if (amount === undefined) continue;
      const twips = Number(amount) * (twipsOfUnit[unit] ?? 1);
      attribute.value = String(
        Math.round(halfPointElements.has(element.localName) ? twips / twipsPerHalfPoint : twips),
      );
    }
}
