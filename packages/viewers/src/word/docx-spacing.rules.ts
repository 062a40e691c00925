import {
  attributeOf,
  childNamed,
  elementsNamed,
  isOn,
  isWordElement,
  requireChild,
  setAttribute,
} from './docx-markup.rules.ts';
import type { SpacingSettings } from './docx-settings.rules.ts';

/**
 * Line spacing without a rule is a multiple of the line; the layout library takes it for an exact height. It does not know the
 * automatic space between paragraphs.
 */
export function completeSpacing(part: Document, { automaticSpaceTwips }: SpacingSettings): void {
  for (const spacing of elementsNamed(part, 'spacing').filter(isWordElement)) {
    if (attributeOf(spacing, 'line') !== null && attributeOf(spacing, 'lineRule') === null)
      setAttribute(spacing, 'lineRule', 'auto');
    for (const side of ['before', 'after']) {
      const isAutomatic = /^(1|true|on)$/.test(attributeOf(spacing, `${side}Autospacing`) ?? '');
      if (isAutomatic) setAttribute(spacing, side, String(automaticSpaceTwips));
    }
  }
}

const sides = ['before', 'after'] as const;

/** A line of a section without a grid. */
const lineTwips = 240;

/**
 * Writes the space around paragraphs that is stated in hundredths of a line alone (`w:beforeLines`, `w:afterLines`), which the layout
 * library does not know.
 * @param pitchTwips the distance of the lines of the grid; 0 without one.
 */
export function writeLineSpaces(part: Document, pitchTwips: number): void {
  for (const spacing of elementsNamed(part, 'spacing').filter(isWordElement))
    for (const side of sides) {
      const lines = Number(attributeOf(spacing, `${side}Lines`)) || 0;
      if (lines <= 0 || attributeOf(spacing, side) !== null) continue;
      setAttribute(spacing, side, String(Math.round((lines / 100) * (pitchTwips || lineTwips))));
    }
}

const isAutomatic = (properties: Element | undefined, side: string): boolean | null => {
  const spacing = properties && childNamed(properties, 'spacing');
  const value = spacing ? attributeOf(spacing, `${side}Autospacing`) : null;
  return value === null ? null : /^(1|true|on)$/.test(value);
};

/** What the paragraph styles of a document say about the space around their paragraphs. */
export type SpacingStyles = {
  /** The styles whose paragraphs have no space between each other. */
  readonly contextual: ReadonlySet<string>;
  /** The styles whose paragraphs are numbered. */
  readonly numbered: ReadonlySet<string>;
  /** The styles with automatic space on a side. */
  readonly automatic: Readonly<Record<(typeof sides)[number], ReadonlySet<string>>>;
};

/** Reads the styles, with those that are based on them. */
export function spacingStylesOf(styles: Document | null): SpacingStyles {
  const all = (styles ? elementsNamed(styles, 'style') : []).map((style) => {
    const base = childNamed(style, 'basedOn');
    return {
      id: attributeOf(style, 'styleId') ?? '',
      properties: childNamed(style, 'pPr'),
      base: base ? attributeOf(base, 'val') : null,
    };
  });
  const byId = new Map(all.map((style) => [style.id, style]));
  const stylesWith = (ownOf: (properties: Element | undefined) => boolean | null) => {
    const applies = (id: string | null, depth: number): boolean => {
      const style = byId.get(id ?? '');
      if (!style || depth > 16) return false;
      return ownOf(style.properties) ?? applies(style.base, depth + 1);
    };
    return new Set([...byId.keys()].filter((id) => applies(id, 0)));
  };
  return {
    contextual: stylesWith((properties) => {
      const own = properties && childNamed(properties, 'contextualSpacing');
      return own ? isOn(own) : null;
    }),
    numbered: stylesWith((properties) => (properties && childNamed(properties, 'numPr') ? true : null)),
    automatic: {
      before: stylesWith((properties) => isAutomatic(properties, 'before')),
      after: stylesWith((properties) => isAutomatic(properties, 'after')),
    },
  };
}

const propertiesOf = (paragraph: Element) => childNamed(paragraph, 'pPr');

/** The identifier of the style of a paragraph; empty for the default one. */
export const styleOf = (paragraph: Element): string => {
  const properties = propertiesOf(paragraph);
  const style = properties && childNamed(properties, 'pStyle');
  return (style && attributeOf(style, 'val')) ?? '';
};

const isListed = (element: Element | null): boolean => {
  const properties = element?.localName === 'p' ? propertiesOf(element) : undefined;
  return properties !== undefined && childNamed(properties, 'numPr') !== undefined;
};

/** Whether nothing stands above a paragraph, or below it in its cell, or a paragraph of the same list does. */
function isClosed(paragraph: Element, side: (typeof sides)[number]): boolean {
  const neighbour = side === 'before' ? paragraph.previousElementSibling : paragraph.nextElementSibling;
  if (isListed(paragraph) && isListed(neighbour)) return true;
  const isEdge = neighbour === null || neighbour.localName === 'tcPr';
  return isEdge && (side === 'before' || paragraph.parentElement?.localName === 'tc');
}

/** Removes the automatic space above the first paragraph, at the edges of cells, and between the paragraphs of a list. */
export function closeAutomaticSpacing(part: Document, { automatic }: SpacingStyles): void {
  for (const paragraph of elementsNamed(part, 'p').filter(isWordElement))
    for (const side of sides) {
      const applies = isAutomatic(propertiesOf(paragraph), side) ?? automatic[side].has(styleOf(paragraph));
      if (!applies || !isClosed(paragraph, side)) continue;
      const spacing = requireChild(requireChild(paragraph, 'pPr'), 'spacing');
      setAttribute(spacing, `${side}Autospacing`, '0');
      setAttribute(spacing, side, '0');
    }
}

/** Removes the space between neighbouring paragraphs of the same style where their style asks for it. */
export function closeContextualSpacing(part: Document, { contextual }: SpacingStyles): void {
  for (const paragraph of elementsNamed(part, 'p').filter(isWordElement)) {
    const properties = propertiesOf(paragraph);
    const own = properties && childNamed(properties, 'contextualSpacing');
    if (!(own ? isOn(own) : contextual.has(styleOf(paragraph)))) continue;
    const isSame = (other: Element | null) =>
      other?.localName === 'p' && styleOf(other) === styleOf(paragraph);
    const closed = [
      ...(isSame(paragraph.previousElementSibling) ? ['before', 'beforeAutospacing'] : []),
      ...(isSame(paragraph.nextElementSibling) ? ['after', 'afterAutospacing'] : []),
    ];
    if (closed.length === 0) continue;
    const spacing = requireChild(requireChild(paragraph, 'pPr'), 'spacing');
    for (const side of closed) setAttribute(spacing, side, '0');
  }
}
