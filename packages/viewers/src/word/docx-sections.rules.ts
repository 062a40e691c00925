import { createMark, markPrefix, marks } from './docx-marks.rules.ts';
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
import {
  isVerticalSection,
  noPageBreakRules,
  type PageBreakRules,
  placePageBreaks,
} from './docx-page-breaks.rules.ts';
import { type SpacingStyles, styleOf } from './docx-spacing.rules.ts';

/** Page sizes and margins of an office program for documents that state none, in twentieths of a point. */
const defaultPage = {
  pgSz: { w: '12240', h: '15840' },
  pgMar: { top: '1440', right: '1440', bottom: '1440', left: '1440', header: '720', footer: '720' },
} as const;

/** Adds the room for the binding to its margin. */
function addBinding(section: Element): void {
  const margins = requireChild(section, 'pgMar');
  const valueOf = (name: string) => Number(attributeOf(margins, name)) || 0;
  const bindingSide = isOn(childNamed(section, 'rtlGutter')) ? 'right' : 'left';
  const gutter = valueOf('gutter');
  if (gutter > 0) setAttribute(margins, bindingSide, String(valueOf(bindingSide) + gutter));
}

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
    addBinding(section);
  }
}

/** Whether the text of the sections of a part runs from top to bottom, in lines from right to left. */
export const verticalSectionsOf = (part: Document): readonly boolean[] =>
  elementsNamed(part, 'sectPr').filter(isWordElement).map(isVerticalSection);

/**
 * Prepares the sections of a part for the layout library. The breaks that the last program stored are removed,
 * because pages are measured. Returns whether anything changed.
 */
export function prepareSections(part: Document, pageBreaks: PageBreakRules = noPageBreakRules): boolean {
  const stored = elementsNamed(part, 'lastRenderedPageBreak').filter(isWordElement);
  for (const element of stored) element.remove();
  if (elementsNamed(part, 'body').length > 0) {
    completeSections(part);
    placePageBreaks(part, pageBreaks);
  }
  return true;
}

const drawnInParagraph = new Set(['r', 'hyperlink', 'oMath', 'oMathPara']);

/** Whether an element of a paragraph is drawn. Marks stand for something that is; bookmarks of the author are not. */
const isDrawn = (element: Element): boolean =>
  drawnInParagraph.has(element.localName) ||
  (element.localName === 'bookmarkStart' && (attributeOf(element, 'name') ?? '').startsWith(markPrefix));

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
    if (Array.from(paragraph.children).some(isDrawn)) continue;
    const properties = childNamed(paragraph, 'pPr');
    const format = properties && childNamed(properties, 'rPr');
    if (!format || childNamed(format, 'vanish')) continue;
    paragraph.append(createMarkRun(paragraph, format));
  }
}

/**
 * The relationships of the headers and footers that every document shows: those of first pages only where sections have them.
 * Those of even pages are left out, because only the layout tells whether there is an even page.
 */
export function shownHeaderIds(part: Document): ReadonlySet<string> {
  const sections = elementsNamed(part, 'sectPr').filter(isWordElement);
  const shown = sections.flatMap((section) => {
    const kinds = isOn(childNamed(section, 'titlePg')) ? ['default', 'first'] : ['default'];
    return Array.from(section.children)
      .filter(({ localName }) => localName === 'headerReference' || localName === 'footerReference')
      .filter((reference) => kinds.includes(attributeOf(reference, 'type') ?? 'default'))
      .map((reference) => attributeOf(reference, 'id') ?? '');
  });
  return new Set(shown);
}
