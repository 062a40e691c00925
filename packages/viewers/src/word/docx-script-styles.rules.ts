import {
  attributeOf,
  childNamed,
  createElementLike,
  elementsNamed,
  isWordElement,
  setAttribute,
} from './docx-markup.rules.ts';

const maxDepth = 16;

/** The character styles that raise or lower text (`w:vertAlign`), with the value, also where a style inherits it. */
export function scriptStylesOf(styles: Document | null): ReadonlyMap<string, string> {
  const all = (styles ? elementsNamed(styles, 'style') : []).map((style) => {
    const properties = childNamed(style, 'rPr');
    const script = properties && childNamed(properties, 'vertAlign');
    const base = childNamed(style, 'basedOn');
    return {
      id: attributeOf(style, 'styleId') ?? '',
      isOfCharacters: attributeOf(style, 'type') === 'character',
      base: (base && attributeOf(base, 'val')) ?? '',
      script: script && attributeOf(script, 'val'),
    };
  });
  const byId = new Map(all.map((style) => [style.id, style]));
  return new Map(
    all.flatMap(({ id, isOfCharacters }) => {
      let style = isOfCharacters ? byId.get(id) : undefined;
      for (let depth = 0; style && !style.script && depth < maxDepth; depth += 1)
        style = byId.get(style.base);
      const script = style?.script;
      return script === 'superscript' || script === 'subscript' ? [[id, script] as const] : [];
    }),
  );
}

/** Whether a run shows the number of a note, which is drawn as superscript anyway. */
const isNoteNumber = (run: Element): boolean =>
  Array.from(run.children).some(
    (child) =>
      /^(footnote|endnote)Ref$/.test(child.localName) ||
      (/^(footnote|endnote)Reference$/.test(child.localName) &&
        !/^(1|true|on)$/.test(attributeOf(child, 'customMarkFollows') ?? '')),
  );

/** Raises and lowers the runs whose character style does: the layout library reads this from runs alone. */
export function writeScripts(part: Document, scriptStyles: ReadonlyMap<string, string>): void {
  if (scriptStyles.size === 0) return;
  for (const run of elementsNamed(part, 'r').filter(isWordElement)) {
    const properties = childNamed(run, 'rPr');
    const style = properties && childNamed(properties, 'rStyle');
    const script = style && scriptStyles.get(attributeOf(style, 'val') ?? '');
    if (script === undefined || childNamed(properties as Element, 'vertAlign') || isNoteNumber(run)) continue;
    const element = createElementLike(run, 'vertAlign');
    setAttribute(element, 'val', script);
    properties?.append(element);
  }
}
