import { marks, prependMark } from './docx-marks.rules.ts';
import { attributeOf, childNamed, elementsNamed, isOn, isWordElement } from './docx-markup.rules.ts';
import { styleOf } from './docx-spacing.rules.ts';

/** Finds a property of a paragraph by its path below `w:pPr`: its own one, or that of its style. */
export type PropertyOf = (paragraph: Element, ...path: readonly string[]) => Element | undefined;

const elementAt = (root: Element | undefined, path: readonly string[]): Element | undefined =>
  path.reduce<Element | undefined>((parent, name) => parent && childNamed(parent, name), root);

const maxBases = 16;

/** Reads the paragraph styles of a document, with the styles that they are based on. */
export function paragraphProperties(styles: Document | null): PropertyOf {
  const all = styles ? elementsNamed(styles, 'style').filter(isWordElement) : [];
  const byId = new Map(all.map((style) => [attributeOf(style, 'styleId') ?? '', style]));
  // Paragraphs that name no style have the default one.
  const byDefault = all.find(
    (style) =>
      attributeOf(style, 'type') === 'paragraph' && /^(1|true|on)$/.test(attributeOf(style, 'default') ?? ''),
  );
  if (byDefault && !byId.has('')) byId.set('', byDefault);
  const found = new Map<string, Element | undefined>();
  const ofStyle = (id: string, path: readonly string[], depth: number): Element | undefined => {
    const style = byId.get(id);
    if (!style || depth > maxBases) return undefined;
    const base = childNamed(style, 'basedOn');
    return (
      elementAt(style, ['pPr', ...path]) ?? (base && ofStyle(attributeOf(base, 'val') ?? '', path, depth + 1))
    );
  };
  return (paragraph, ...path) => {
    const own = elementAt(paragraph, ['pPr', ...path]);
    if (own) return own;
    const id = styleOf(paragraph);
    const key = [...path, id].join('/');
    if (!found.has(key)) found.set(key, ofStyle(id, path, 0));
    return found.get(key);
  };
}

/** Marks the paragraphs that stay on the page of the next one, and those whose lines stay on one page. */
export function markKeptParagraphs(part: Document, propertyOf: PropertyOf): void {
  const kinds = [
    ['keepNext', marks.keptWithNext],
    ['keepLines', marks.keptLines],
  ] as const;
  for (const paragraph of elementsNamed(part, 'p').filter(isWordElement))
    for (const [name, mark] of kinds) if (isOn(propertyOf(paragraph, name))) prependMark(paragraph, mark);
}
