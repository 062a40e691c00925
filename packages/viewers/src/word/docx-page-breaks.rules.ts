import {
  attributeOf,
  childNamed,
  createElementLike,
  elementsNamed,
  isOn,
  isWordElement,
  requireChild,
  setAttribute,
} from './docx-markup.rules.ts';
import { styleOf } from './docx-spacing.rules.ts';

const maxStyleDepth = 16;
/** Further page breaks of a paragraph are left to the layout library. */
const maxBreaksOfParagraph = 500;

/**
 * Takes the page break before paragraphs out of the styles, and returns the styles that have it. The layout library would
 * not see a paragraph or a style that switches it off again.
 */
export function takePageBreakStyles(styles: Document): ReadonlySet<string> {
  const all = new Map(
    elementsNamed(styles, 'style').map((style) => {
      const properties = childNamed(style, 'pPr');
      const own = properties && childNamed(properties, 'pageBreakBefore');
      const base = childNamed(style, 'basedOn');
      return [
        attributeOf(style, 'styleId') ?? '',
        {
          breaks: own && isOn(own),
          base: base ? attributeOf(base, 'val') : null,
          isDefault: attributeOf(style, 'type') === 'paragraph' && attributeOf(style, 'default') === '1',
        },
      ];
    }),
  );
  const breaks = (id: string | null, depth: number): boolean => {
    const style = all.get(id ?? '');
    if (!style || depth > maxStyleDepth) return false;
    return style.breaks ?? breaks(style.base, depth + 1);
  };
  const found = [...all].filter(([id]) => breaks(id, 0));
  for (const element of elementsNamed(styles, 'pageBreakBefore').filter(isWordElement)) element.remove();
  // Paragraphs that name no style have the default one.
  return new Set(found.flatMap(([id, { isDefault }]) => (isDefault ? [id, ''] : id)));
}

/** Elements of a paragraph that need no room. */
const markers = new Set([
  'pPr',
  'proofErr',
  'bookmarkStart',
  'bookmarkEnd',
  'commentRangeStart',
  'commentRangeEnd',
  'permStart',
  'permEnd',
]);
const runMarkers = new Set(['rPr', 'fldChar', 'instrText', 'commentReference', 'annotationRef']);

const isPageBreak = (element: Element): boolean =>
  element.localName === 'br' && isWordElement(element) && attributeOf(element, 'type') === 'page';

const isDrawnInRun = (element: Element): boolean =>
  !runMarkers.has(element.localName) && !(element.localName === 't' && element.textContent === '');

const isDrawn = (element: Element): boolean =>
  element.localName === 'r'
    ? Array.from(element.children).some(isDrawnInRun)
    : !markers.has(element.localName);

/** The rest of a paragraph after a page break: it has no number, and neither an indent nor space as at its start. */
function createRest(paragraph: Element): Element {
  const rest = createElementLike(paragraph, 'p');
  const properties = childNamed(paragraph, 'pPr');
  if (properties) rest.append(properties.cloneNode(true));
  const own = requireChild(rest, 'pPr');
  for (const name of ['pageBreakBefore', 'numPr', 'framePr']) childNamed(own, name)?.remove();
  const number = createElementLike(own, 'numPr');
  setAttribute(requireChild(number, 'numId'), 'val', '0');
  const style = childNamed(own, 'pStyle');
  if (style) style.after(number);
  else own.prepend(number);
  const indent = requireChild(own, 'ind');
  for (const name of ['hanging', 'hangingChars', 'firstLineChars'])
    for (const attribute of Array.from(indent.attributes))
      if (attribute.localName === name) indent.removeAttributeNode(attribute);
  setAttribute(indent, 'firstLine', '0');
  const spacing = requireChild(own, 'spacing');
  setAttribute(spacing, 'before', '0');
  setAttribute(spacing, 'beforeAutospacing', '0');
  const first = properties && childNamed(properties, 'sectPr');
  first?.remove();
  return rest;
}

/** Moves what follows a page break in a paragraph to a paragraph of its own, and returns that. */
function splitAfter(paragraph: Element, { run, pageBreak }: PlacedBreak): Element {
  const rest = createRest(paragraph);
  if (pageBreak.nextElementSibling) {
    const restOfRun = createElementLike(run, 'r');
    const format = childNamed(run, 'rPr');
    if (format) restOfRun.append(format.cloneNode(true));
    while (pageBreak.nextSibling) restOfRun.append(pageBreak.nextSibling);
    rest.append(restOfRun);
  }
  while (run.nextSibling) rest.append(run.nextSibling);
  paragraph.after(rest);
  return rest;
}

type PlacedBreak = { readonly run: Element; readonly pageBreak: Element };

const pageBreaksOf = (paragraph: Element): readonly PlacedBreak[] =>
  Array.from(paragraph.children)
    .filter(({ localName }) => localName === 'r')
    .flatMap((run) =>
      Array.from(run.children)
        .filter(isPageBreak)
        .map((pageBreak) => ({ run, pageBreak })),
    );

function hasDrawnAfter({ run, pageBreak }: PlacedBreak): boolean {
  for (let next = pageBreak.nextElementSibling; next; next = next.nextElementSibling)
    if (isDrawnInRun(next)) return true;
  for (let next = run.nextElementSibling; next; next = next.nextElementSibling)
    if (isDrawn(next)) return true;
  return false;
}

/** Divides a paragraph so that each part has at most one page break, at its end. Returns its last part. */
function divideAtBreaks(paragraph: Element, isMarkAfterBreak: boolean) {
  const breaks = pageBreaksOf(paragraph).slice(-maxBreaksOfParagraph);
  const last = breaks.at(-1);
  const isPageEnd = last !== undefined && !isMarkAfterBreak && !hasDrawnAfter(last);
  if (isPageEnd) {
    // The layout library puts everything behind a page break on the next page.
    last.run.append(last.pageBreak);
    paragraph.append(last.run);
  }
  // From the end, so that each part is moved once.
  const parts = (isPageEnd ? breaks.slice(0, -1) : breaks)
    .toReversed()
    .map((each) => splitAfter(paragraph, each));
  return { lastPart: parts[0] ?? paragraph, isPageEnd };
}

const hasBreakBefore = (paragraph: Element, styles: ReadonlySet<string>): boolean => {
  const properties = childNamed(paragraph, 'pPr');
  const own = properties && childNamed(properties, 'pageBreakBefore');
  return own ? isOn(own) : styles.has(styleOf(paragraph));
};

function setBreakBefore(paragraph: Element, isBroken: boolean): void {
  const properties = childNamed(paragraph, 'pPr');
  const own = properties && childNamed(properties, 'pageBreakBefore');
  own?.remove();
  if (isBroken) requireChild(requireChild(paragraph, 'pPr'), 'pageBreakBefore');
}

/**
 * An empty paragraph that ends a section needs no room where something stands before it on its page: it never starts a page,
 * neither by a break before it nor where the page is full.
 */
function closeSectionEnd(paragraph: Element): void {
  const properties = requireChild(paragraph, 'pPr');
  childNamed(properties, 'pageBreakBefore')?.remove();
  const spacing = requireChild(properties, 'spacing');
  const closed = { before: '0', after: '0', beforeAutospacing: '0', afterAutospacing: '0', line: '1' };
  for (const [name, value] of Object.entries(closed)) setAttribute(spacing, name, value);
  setAttribute(spacing, 'lineRule', 'exact');
}

/** Ends a page with a paragraph. */
function appendPageBreak(paragraph: Element): void {
  const run = createElementLike(paragraph, 'r');
  const pageBreak = createElementLike(paragraph, 'br');
  setAttribute(pageBreak, 'type', 'page');
  run.append(pageBreak);
  paragraph.append(run);
}

const verticalDirections = new Set(['tbRl', 'tbRlV', 'rl', 'rlV']);

/** Whether the text of a section runs from top to bottom, in lines from right to left. */
export function isVerticalSection(section: Element): boolean {
  const direction = childNamed(section, 'textDirection');
  return direction !== undefined && verticalDirections.has(attributeOf(direction, 'val') ?? '');
}

function hasColumns(section: Element): boolean {
  const columns = childNamed(section, 'cols');
  return columns !== undefined && Number(attributeOf(columns, 'num')) > 1;
}

/** What sections on one page have in common. */
function pageKindOf(section: Element): string {
  const size = childNamed(section, 'pgSz');
  const lengths = ['w', 'h'].map((name) => size && attributeOf(size, name));
  return [...lengths, isVerticalSection(section)].join();
}

function startsOnNewPage(section: Element, before: Element): boolean {
  const type = childNamed(section, 'type');
  const kind = (type && attributeOf(type, 'val')) ?? 'nextPage';
  // The next column is on the next page where there is only one.
  const isSamePage = kind === 'continuous' || (kind === 'nextColumn' && hasColumns(section));
  return !isSamePage || pageKindOf(section) !== pageKindOf(before);
}

/** The paragraphs that end a section after which the next one starts on a new page. */
function sectionEnds(part: Document): ReadonlySet<Element> {
  const sections = elementsNamed(part, 'sectPr').filter(isWordElement);
  return new Set(
    sections.flatMap((section, index) => {
      const next = sections[index + 1];
      const paragraph = section.parentElement?.parentElement;
      return next && paragraph?.localName === 'p' && startsOnNewPage(next, section) ? paragraph : [];
    }),
  );
}

export type PageBreakRules = {
  /** The styles with a page break before their paragraphs. */
  readonly styles: ReadonlySet<string>;
  /** Whether the mark of a paragraph stands on the page after a page break that ends the paragraph. */
  readonly isMarkAfterBreak: boolean;
};

export const noPageBreakRules: PageBreakRules = { styles: new Set(), isMarkAfterBreak: false };

/**
 * Leaves one page break where pages end, at the end of a paragraph or before one: the layout library sees only the first
 * break of a paragraph, adds an empty page where a page already begins, and breaks sections by their page sizes only.
 */
export function placePageBreaks(part: Document, { styles, isMarkAfterBreak }: PageBreakRules): void {
  const body = elementsNamed(part, 'body').find(isWordElement);
  if (!body) return;
  const ends = sectionEnds(part);
  let isPageStart = true;
  for (const block of Array.from(body.children)) {
    if (block.localName === 'tbl') isPageStart = false;
    if (block.localName !== 'p') continue;
    setBreakBefore(block, hasBreakBefore(block, styles) && !isPageStart);
    const isSectionEnd = ends.has(block);
    if (isSectionEnd && !isPageStart && !Array.from(block.children).some(isDrawn)) closeSectionEnd(block);
    const { lastPart, isPageEnd } = divideAtBreaks(block, isMarkAfterBreak);
    if (isSectionEnd && !isPageEnd) appendPageBreak(lastPart);
    isPageStart = isPageEnd || isSectionEnd;
  }
}
