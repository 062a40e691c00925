import {
  attributeOf,
  childNamed,
  createElementLike,
  createRun,
  elementsNamed,
  isWordElement,
  paragraphOf,
} from './docx-markup.rules.ts';

/** The start of the names of all marks. */
export const markPrefix = 'sealflow-';

/** The names of the bookmarks and links that carry marks through the layout library into the page. */
export const marks = {
  section: 'sealflow-section-',
  endOfBeginning: 'sealflow-end-of-beginning',
  footnote: 'sealflow-footnote-',
  endnote: 'sealflow-endnote-',
  note: 'sealflow-note-',
  noteStart: 'sealflow-start-of-note',
  ownNoteSign: 'sealflow-own-note-sign',
  pageNumber: 'sealflow-page-number',
  pageCount: 'sealflow-page-count',
  drawing: 'sealflow-drawing-',
  frame: 'sealflow-frame-',
  headerRow: 'sealflow-header-row',
  wholeRow: 'sealflow-whole-row',
  shapeText: 'sealflow-shape-text-',
  numberFormat: 'sealflow-number-format',
  letterSpacing: 'sealflow-letter-spacing-',
  gridless: 'sealflow-gridless',
  unspacedLetters: 'sealflow-unspaced-letters',
  unspacedDigits: 'sealflow-unspaced-digits',
  noHangingPunctuation: 'sealflow-no-hanging-punctuation',
  singleLines: 'sealflow-single-lines',
  borders: 'sealflow-borders-',
  keptWithNext: 'sealflow-kept-with-next',
  keptLines: 'sealflow-kept-lines',
  exactRow: 'sealflow-exact-row',
  uprightCell: 'sealflow-upright-cell',
  positionTab: 'sealflow-position-tab-',
  rubyBase: 'sealflow-ruby-base',
  rubyText: 'sealflow-ruby-text',
  rubyEnd: 'sealflow-ruby-end',
} as const;

/** A bookmark: the layout library draws it as an empty element with its name as the identifier. */
export function createMark(template: Element, name: string): Element {
  const mark = createElementLike(template, 'bookmarkStart');
  mark.setAttributeNS(template.namespaceURI, template.prefix ? `${template.prefix}:name` : 'name', name);
  return mark;
}

/** Puts a mark at the start of a paragraph. */
export function prependMark(paragraph: Element, name: string): void {
  const mark = createMark(paragraph, name);
  const properties = childNamed(paragraph, 'pPr');
  if (properties) properties.after(mark);
  else paragraph.prepend(mark);
}

/** Marks the first paragraph of each section with the index of the section. */
export function markSections(part: Document): void {
  const body = elementsNamed(part, 'body').find(isWordElement);
  if (!body) return;
  let section = 0;
  let isStart = true;
  for (const paragraph of elementsNamed(body, 'p').filter(isWordElement)) {
    if (isStart) prependMark(paragraph, `${marks.section}${section}`);
    isStart = elementsNamed(paragraph, 'sectPr').some(
      ({ parentElement }) => parentElement?.localName === 'pPr',
    );
    if (isStart) section += 1;
  }
}

/** Marks the references to notes and the notes with their identifiers, those with a sign of their own, and where a note has its number. */
export function markNotes(part: Document): void {
  const markRun = (element: Element, name: string) => {
    const run = element.parentElement;
    if (run?.localName === 'r') run.before(createMark(run, name));
  };
  const kinds = [
    ['footnoteReference', marks.footnote],
    ['endnoteReference', marks.endnote],
  ] as const;
  for (const [element, name] of kinds)
    for (const reference of elementsNamed(part, element).filter(isWordElement)) {
      if (/^(1|true|on)$/.test(attributeOf(reference, 'customMarkFollows') ?? ''))
        markRun(reference, marks.ownNoteSign);
      markRun(reference, `${name}${attributeOf(reference, 'id')}`);
    }
  for (const sign of elementsNamed(part, 'footnoteRef', 'endnoteRef').filter(isWordElement))
    markRun(sign, marks.noteStart);
  for (const note of elementsNamed(part, 'footnote', 'endnote').filter(isWordElement)) {
    const paragraph = elementsNamed(note, 'p').find(isWordElement);
    if (paragraph) prependMark(paragraph, `${marks.note}${attributeOf(note, 'id')}`);
  }
}

const fieldMarks: readonly (readonly [RegExp, string])[] = [
  [/^\s*PAGE\b/i, marks.pageNumber],
  [/^\s*(NUMPAGES|SECTIONPAGES)\b/i, marks.pageCount],
];

const fieldMarkOf = (instruction: string) => fieldMarks.find(([pattern]) => pattern.test(instruction))?.[1];

function linkRuns(runs: readonly Element[], template: Element, name: string): void {
  const link = createElementLike(template, 'hyperlink');
  link.setAttributeNS(template.namespaceURI, template.prefix ? `${template.prefix}:anchor` : 'anchor', name);
  const [first] = runs;
  if (first) first.before(link);
  else template.after(link);
  const properties = childNamed(template, 'rPr');
  const added = createRun(template, '1');
  if (properties) added.prepend(properties.cloneNode(true));
  link.append(...(runs.length > 0 ? runs : [added]));
}

/** Marks the fields with the number and count of pages, which the layout library shows as they were stored. */
export function markPageFields(part: Document): void {
  for (const field of elementsNamed(part, 'fldSimple').filter(isWordElement)) {
    const name = fieldMarkOf(attributeOf(field, 'instr') ?? '');
    const run = Array.from(field.children).find(({ localName }) => localName === 'r');
    if (name !== undefined && run) linkRuns([run], run, name);
  }
  for (const start of elementsNamed(part, 'fldChar').filter(isWordElement)) {
    if (attributeOf(start, 'fldCharType') !== 'begin' || start.parentElement?.localName !== 'r') continue;
    const run: Element = start.parentElement;
    let instruction = '';
    let isResult = false;
    let isEnded = false;
    const results: Element[] = [];
    let last = run;
    for (
      let next: Element | null = run.nextElementSibling;
      next && !isEnded;
      next = next.nextElementSibling
    ) {
      const [character] = elementsNamed(next, 'fldChar');
      const kind = character ? attributeOf(character, 'fldCharType') : null;
      if (kind === 'begin') break;
      instruction += elementsNamed(next, 'instrText')
        .map(({ textContent }) => textContent)
        .join('');
      if (kind === 'separate') isResult = true;
      else if (kind === 'end') isEnded = true;
      else if (isResult && next.localName === 'r') results.push(next);
      last = next;
    }
    const name = fieldMarkOf(instruction);
    if (isEnded && name !== undefined && paragraphOf(run)) linkRuns(results, results[0] ?? last, name);
  }
}

const isExactHeight = (element: Element) => attributeOf(element, 'hRule') === 'exact';
const isSwitchedOn = (element: Element) => !/^(0|false|off)$/.test(attributeOf(element, 'val') ?? '');

/** Marks the rows that are repeated on every page, those that are not divided, and those of exact height. */
export function markRows(part: Document): void {
  const kinds = [
    ['tblHeader', marks.headerRow, isSwitchedOn],
    ['cantSplit', marks.wholeRow, isSwitchedOn],
    ['trHeight', marks.exactRow, isExactHeight],
  ] as const;
  for (const [property, name, applies] of kinds)
    for (const element of elementsNamed(part, property).filter(isWordElement)) {
      const row = element.parentElement?.parentElement;
      const [paragraph] = row?.localName === 'tr' ? elementsNamed(row, 'p').filter(isWordElement) : [];
      if (paragraph && applies(element)) prependMark(paragraph, name);
    }
}

/** Marks the paragraphs that stand beside the text, as page numbers do, with their alignment or place in twentieths of a point. */
export function markFrames(part: Document): void {
  for (const frame of elementsNamed(part, 'framePr').filter(isWordElement)) {
    const paragraph = paragraphOf(frame);
    if (!paragraph || attributeOf(frame, 'dropCap') !== null) continue;
    const align = attributeOf(frame, 'xAlign');
    const x = Number(attributeOf(frame, 'x'));
    const from = attributeOf(frame, 'hAnchor') === 'page' ? 'page' : 'text';
    if (align !== null) prependMark(paragraph, `${marks.frame}${align}`);
    else if (x > 0) prependMark(paragraph, `${marks.frame}${from}-${x}`);
  }
}

/** Replaces tabs with a place on the line (`w:ptab`) by tabs behind a mark with their alignment, each in a run of its own. */
export function markPositionTabs(part: Document): void {
  for (const tab of elementsNamed(part, 'ptab').filter(isWordElement)) {
    const run = tab.parentElement;
    if (run?.localName !== 'r') continue;
    const properties = childNamed(run, 'rPr');
    const before = createElementLike(run, 'r');
    while (run.firstChild && run.firstChild !== tab) before.append(run.firstChild);
    const own = createElementLike(run, 'r');
    if (properties) own.append(properties.cloneNode(true));
    own.append(createElementLike(run, 'tab'));
    if (properties) run.prepend(properties.cloneNode(true));
    tab.remove();
    run.before(
      before,
      createMark(run, `${marks.positionTab}${attributeOf(tab, 'alignment') ?? 'left'}`),
      own,
    );
  }
}
