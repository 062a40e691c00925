import { createMark, marks } from './docx-marks.rules.ts';
import {
  attributeOf,
  childNamed,
  createElementLike,
  createRun,
  elementsNamed,
  isOn,
  isWordElement,
  requireChild,
  setAttribute,
} from './docx-markup.rules.ts';

/** Page sizes and margins of an office program for documents that state none, in twentieths of a point. */
const defaultPage = {
  pgSz: { w: '12240', h: '15840' },
  pgMar: { top: '1440', right: '1440', bottom: '1440', left: '1440', header: '720', footer: '720' },
} as const;

/** Gives every section a page size and margins: the layout library would shrink its page to the text. */
function completeSections(part: Document): void {
  for (const body of elementsNamed(part, 'body').filter(isWordElement)) {
    if (!childNamed(body, 'sectPr')) body.append(createElementLike(body, 'sectPr'));
  }
  for (const section of elementsNamed(part, 'sectPr').filter(isWordElement)) {
    for (const [name, values] of Object.entries(defaultPage)) {
      const element = requireChild(section, name);
      for (const [key, value] of Object.entries(values))
        if (attributeOf(element, key) === null) setAttribute(element, key, value);
    }
  }
}

/** Ends a page before each section that starts on a new page; the layout library compares page sizes only. */
function breakBeforeSections(part: Document): void {
  const sections = elementsNamed(part, 'sectPr').filter(isWordElement);
  for (const [index, section] of sections.entries()) {
    const next = sections[index + 1];
    const paragraph = section.parentElement?.parentElement;
    if (!next || paragraph?.localName !== 'p') continue;
    const type = childNamed(next, 'type');
    const kind = (type && attributeOf(type, 'val')) ?? 'nextPage';
    if (kind === 'continuous' || kind === 'nextColumn') continue;
    const run = createElementLike(paragraph, 'r');
    const pageBreak = createElementLike(paragraph, 'br');
    setAttribute(pageBreak, 'type', 'page');
    run.append(pageBreak);
    paragraph.append(run);
  }
}

/**
 * Prepares the sections of a part for the layout library. The breaks that the last program stored are removed,
 * because pages are measured. Returns whether anything changed.
 */
export function prepareSections(part: Document): boolean {
  const stored = elementsNamed(part, 'lastRenderedPageBreak').filter(isWordElement);
  for (const element of stored) element.remove();
  if (elementsNamed(part, 'body').length > 0) {
    completeSections(part);
    breakBeforeSections(part);
  }
  completeSpacing(part);
  return true;
}

/** The space around a paragraph where a program leaves it to HTML, in twentieths of a point. */
const automaticSpace = '280';

/**
 * Line spacing without a rule is a multiple of the line; the layout library takes it for an exact height. It does not know the
 * automatic space between paragraphs.
 */
export function completeSpacing(part: Document): void {
  for (const spacing of elementsNamed(part, 'spacing').filter(isWordElement)) {
    if (attributeOf(spacing, 'line') !== null && attributeOf(spacing, 'lineRule') === null)
      setAttribute(spacing, 'lineRule', 'auto');
    for (const side of ['before', 'after']) {
      const isAutomatic = /^(1|true|on)$/.test(attributeOf(spacing, `${side}Autospacing`) ?? '');
      if (isAutomatic) setAttribute(spacing, side, automaticSpace);
    }
  }
}

const sides = ['before', 'after'] as const;

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

const styleOf = (paragraph: Element) => {
  const properties = propertiesOf(paragraph);
  const style = properties && childNamed(properties, 'pStyle');
  return (style && attributeOf(style, 'val')) ?? '';
};

const isListed = (element: Element | null): boolean => {
  const properties = element?.localName === 'p' ? propertiesOf(element) : undefined;
  return properties !== undefined && childNamed(properties, 'numPr') !== undefined;
};

/** Whether nothing stands on a side of a paragraph in its cell, or a paragraph of the same list. */
function isClosed(paragraph: Element, side: (typeof sides)[number]): boolean {
  const neighbour = side === 'before' ? paragraph.previousElementSibling : paragraph.nextElementSibling;
  if (isListed(paragraph) && isListed(neighbour)) return true;
  const isEdge = neighbour === null || neighbour.localName === 'tcPr';
  return isEdge && paragraph.parentElement?.localName === 'tc';
}

/** Removes the automatic space of paragraphs at the edges of cells, and between the paragraphs of a list. */
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

const drawnInParagraph = new Set(['r', 'hyperlink', 'oMath', 'oMathPara', 'bookmarkStart']);

/** Adds a text of no width in the format of the mark of a paragraph. */
function createMarkRun(paragraph: Element, format: Element): Element {
  const run = createRun(paragraph, '\u200b');
  run.prepend(format.cloneNode(true));
  return run;
}

/** Numbers of lists have the format of the mark of their paragraph (`w:pPr/w:rPr`). */
export function writeNumberFormats(part: Document, { numbered }: SpacingStyles): void {
  for (const paragraph of elementsNamed(part, 'p').filter(isWordElement)) {
    const properties = childNamed(paragraph, 'pPr');
    const format = properties && childNamed(properties, 'rPr');
    if (!format || childNamed(format, 'vanish')) continue;
    if (!childNamed(properties, 'numPr') && !numbered.has(styleOf(paragraph))) continue;
    properties.after(createMark(paragraph, marks.numberFormat), createMarkRun(paragraph, format));
  }
}

/** Gives empty paragraphs a text of no width in the format of their mark, which sets their height. */
export function writeParagraphMarks(part: Document): void {
  for (const paragraph of elementsNamed(part, 'p').filter(isWordElement)) {
    if (Array.from(paragraph.children).some(({ localName }) => drawnInParagraph.has(localName))) continue;
    const properties = childNamed(paragraph, 'pPr');
    const format = properties && childNamed(properties, 'rPr');
    if (!format || childNamed(format, 'vanish')) continue;
    paragraph.append(createMarkRun(paragraph, format));
  }
}
