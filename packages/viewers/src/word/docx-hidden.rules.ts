import {
  attributeOf,
  childNamed,
  elementsNamed,
  isWordElement,
  paragraphOf,
  requireChild,
} from './docx-markup.rules.ts';

const maxDepth = 16;

const isOn = (element: Element): boolean => !/^(0|false|off)$/.test(attributeOf(element, 'val') ?? '');

/** Whether run properties hide their text; undefined where they do not say. */
function hides(properties: Element | undefined): boolean | undefined {
  const vanish = properties && childNamed(properties, 'vanish');
  return vanish && isOn(vanish);
}

/** Takes the hidden text out of the styles: the layout library cannot show a run whose style hides it. */
export function takeHiddenStyles(styles: Document): ReadonlySet<string> {
  const all = elementsNamed(styles, 'style').map((style) => {
    const base = childNamed(style, 'basedOn');
    return {
      id: attributeOf(style, 'styleId') ?? '',
      base: base ? attributeOf(base, 'val') : null,
      hides: hides(childNamed(style, 'rPr')),
    };
  });
  const byId = new Map(all.map((style) => [style.id, style]));
  const hidden = all.filter(({ id }) => {
    let style = byId.get(id);
    for (let depth = 0; style && style.hides === undefined && depth < maxDepth; depth += 1)
      style = byId.get(style.base ?? '');
    return style?.hides === true;
  });
  if (hidden.length > 0) for (const vanish of elementsNamed(styles, 'vanish')) vanish.remove();
  return new Set(hidden.map(({ id }) => id));
}

/** Hides the runs whose styles hide them, unless they show themselves. */
export function hideRuns(part: Document, hiddenStyles: ReadonlySet<string>): void {
  if (hiddenStyles.size === 0) return;
  const isHidden = (properties: Element | undefined, name: string) => {
    const style = properties && childNamed(properties, name);
    return style !== undefined && hiddenStyles.has(attributeOf(style, 'val') ?? '');
  };
  for (const run of elementsNamed(part, 'r').filter(isWordElement)) {
    const own = childNamed(run, 'rPr');
    const paragraph = paragraphOf(run);
    const paragraphProperties = paragraph ? childNamed(paragraph, 'pPr') : undefined;
    const isStyled = isHidden(own, 'rStyle') || isHidden(paragraphProperties, 'pStyle');
    if (hides(own) === undefined && isStyled) requireChild(requireChild(run, 'rPr'), 'vanish');
  }
}

const markers = new Set(['pPr', 'proofErr', 'bookmarkStart', 'bookmarkEnd', 'permStart', 'permEnd']);

/** Removes the empty paragraphs whose mark is hidden: they take no room, as those between two tables. */
export function removeHiddenParagraphs(part: Document): void {
  for (const paragraph of elementsNamed(part, 'p').filter(isWordElement)) {
    const properties = childNamed(paragraph, 'pPr');
    const isHidden = hides(properties && childNamed(properties, 'rPr')) === true;
    const isEmpty = Array.from(paragraph.children).every(({ localName }) => markers.has(localName));
    if (!isHidden || !isEmpty || (properties && childNamed(properties, 'sectPr'))) continue;
    // A cell ends with a paragraph.
    const next = paragraph.nextElementSibling;
    if (next?.localName === 'p' || next?.localName === 'tbl') paragraph.remove();
  }
}
