import { marks, prependMark } from './docx-marks.rules.ts';
import { attributeOf, elementsNamed, isWordElement } from './docx-markup.rules.ts';

/** The size of a document that is worth dividing, and of its beginning, in paragraphs. */
export type BeginningSize = { readonly minParagraphs: number; readonly paragraphs: number };

/** A shorter document is laid out about as fast as its beginning, which fills a few pages. */
export const defaultBeginning: BeginningSize = { minParagraphs: 600, paragraphs: 150 };

const paragraphTag = /<(?:\w+:)?p[\s>]/g;

/** Whether the text of a part has at least so many paragraphs. Tags are counted without parsing, because most documents are short. */
export function hasParagraphs(xml: string, min: number): boolean {
  let count = 0;
  for (const _ of xml.matchAll(paragraphTag)) {
    count += 1;
    if (count >= min) return true;
  }
  return false;
}

/** The elements that contain blocks. */
const containers = new Set(['sdt', 'sdtContent', 'customXml', 'tbl']);

/** The block of a body that contains an element: a paragraph, or a row of a table. */
function blockWith(body: Element, element: Element): Element {
  let block = body;
  do {
    const inner = Array.from(block.children).find((child) => child.contains(element));
    if (!inner) return block;
    block = inner;
  } while (containers.has(block.localName));
  return block;
}

/** The properties of the section that contains the end of a block. */
function sectionAfter(body: Element, block: Element): Element | undefined {
  const ending = elementsNamed(body, 'sectPr').filter(isWordElement);
  return ending.find(
    (section) => (block.compareDocumentPosition(section) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  );
}

/**
 * Removes all blocks after the first paragraphs, whose last one is marked. The section that is cut keeps its properties.
 * @returns whether the part has more paragraphs; otherwise it is unchanged.
 */
export function keepBeginning(part: Document, paragraphs: number): boolean {
  const body = elementsNamed(part, 'body').find(isWordElement);
  const last = body?.getElementsByTagNameNS(body.namespaceURI, 'p')[paragraphs - 1];
  if (!body || !last) return false;
  const block = blockWith(body, last);
  const section = sectionAfter(body, block);
  // A drawing of the block can contain the last paragraph.
  const [marked] = block.localName === 'p' ? [block] : elementsNamed(block, 'p').filter(isWordElement);
  if (!marked) return false;
  for (let kept = block; kept !== body && kept.parentElement; kept = kept.parentElement)
    while (kept.nextSibling) kept.nextSibling.remove();
  if (section) body.append(section);
  prependMark(marked, marks.endOfBeginning);
  return true;
}

/** The identifiers of the footnotes or endnotes that a part refers to. */
export const noteIdsOf = (part: Document): ReadonlySet<string | null> =>
  new Set(
    elementsNamed(part, 'footnoteReference', 'endnoteReference').map((reference) =>
      attributeOf(reference, 'id'),
    ),
  );

/** Removes the notes of a part that no reference names. Separators have a type instead of a reference. */
export function keepNotes(part: Document, ids: ReadonlySet<string | null>): void {
  for (const note of elementsNamed(part, 'footnote', 'endnote').filter(isWordElement))
    if (attributeOf(note, 'type') === null && !ids.has(attributeOf(note, 'id'))) note.remove();
}
