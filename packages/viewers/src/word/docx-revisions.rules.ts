import { childNamed, elementsNamed, isWordElement } from './docx-markup.rules.ts';

/** Former properties, some of which contain elements that are counted, such as sections. */
const formerProperties = [
  'rPrChange',
  'pPrChange',
  'sectPrChange',
  'tblPrChange',
  'tblPrExChange',
  'tblGridChange',
  'trPrChange',
  'tcPrChange',
  'numberingChange',
] as const;

/** Bookmarks and ends of ranges between two paragraphs; more of them are not passed over. */
const maxMarkers = 32;
const marker = /(Start|End|Err)$/;

/** The paragraphs whose mark was deleted or moved away in review. */
function withDeletedMark(part: Document): readonly Element[] {
  return elementsNamed(part, 'del', 'moveFrom')
    .filter(isWordElement)
    .flatMap((deletion) => {
      const properties =
        deletion.parentElement?.localName === 'rPr' ? deletion.parentElement.parentElement : null;
      const paragraph = properties?.localName === 'pPr' ? properties.parentElement : null;
      return paragraph && properties && !childNamed(properties, 'sectPr') ? [paragraph] : [];
    });
}

/** Removes the rows and cells that were deleted in review, and the tables without any other row. */
function removeDeletedCells(part: Document): void {
  for (const deletion of elementsNamed(part, 'del', 'cellDel').filter(isWordElement)) {
    const properties = deletion.parentElement;
    const removed = properties?.parentElement;
    const isRow = properties?.localName === 'trPr' && removed?.localName === 'tr';
    const isCell = properties?.localName === 'tcPr' && removed?.localName === 'tc';
    if (!removed || !(deletion.localName === 'del' ? isRow : isCell)) continue;
    const parent = removed.parentElement;
    removed.remove();
    const isEmpty = parent && !childNamed(parent, isRow ? 'tr' : 'tc');
    if (isEmpty && /^(tbl|tr)$/.test(parent.localName) && !childNamed(parent, 'sdt')) parent.remove();
  }
}

/**
 * Removes the rows, cells and former properties of a review.
 * @returns the paragraphs whose mark was deleted, in the order of the document.
 */
export function removeRevisions(part: Document): readonly Element[] {
  for (const former of elementsNamed(part, ...formerProperties).filter(isWordElement)) former.remove();
  removeDeletedCells(part);
  const deleted = new Set(withDeletedMark(part));
  return elementsNamed(part, 'p').filter((paragraph) => deleted.has(paragraph));
}

/** The paragraph behind another one, in the same cell or text. */
function nextParagraph(paragraph: Element): Element | null {
  let next = paragraph.nextElementSibling;
  for (let passed = 0; next && marker.test(next.localName) && passed < maxMarkers; passed += 1)
    next = next.nextElementSibling;
  return next?.localName === 'p' ? next : null;
}

/** Joins paragraphs without a mark to the next one, which keeps its own format as in Word. */
export function joinParagraphs(paragraphs: readonly Element[]): void {
  // From the last one, so that the content of each is moved only once.
  for (let at = paragraphs.length - 1; at >= 0; at -= 1) {
    const paragraph = paragraphs[at];
    if (!paragraph) continue;
    const next = nextParagraph(paragraph);
    const own = childNamed(paragraph, 'pPr');
    const content = Array.from(paragraph.children).filter((child) => child !== own);
    if (next) {
      const properties = childNamed(next, 'pPr');
      if (properties) properties.after(...content);
      else next.prepend(...content);
      paragraph.remove();
    } else if (content.length === 0 && paragraph.nextElementSibling?.localName === 'tbl') paragraph.remove();
  }
}
