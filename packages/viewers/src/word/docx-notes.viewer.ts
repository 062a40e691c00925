import { marks } from './docx-marks.rules.ts';
import type { NoteFlow, NotePlace } from './docx-note-flow.viewer.ts';
import {
  createNoteCounter,
  defaultNoteFormats,
  type NoteFormats,
  type NoteKind,
} from './docx-note-formats.rules.ts';
import { numberText } from './docx-number-text.rules.ts';
import { divideNote, type PageEnd } from './docx-page-split.viewer.ts';

const markSelector = (name: string) => `span[id="${name}"]`;
const marksSelector = (name: string) => `span[id^="${name}"]`;

type Reference = {
  readonly kind: NoteKind;
  readonly mark: HTMLElement;
  readonly sign: HTMLElement;
  /** The identifier of the note. */
  readonly note: string;
  readonly section: number;
  /** Whether the author wrote a sign in place of a number. */
  readonly hasOwnSign: boolean;
};

/** The references to notes on pages, in the order of the text. */
function referencesOf(pages: readonly HTMLElement[]): ReadonlyMap<HTMLElement, readonly Reference[]> {
  let section = 0;
  const selector = [marks.section, marks.footnote, marks.endnote].map(marksSelector).join();
  const referenceOf = (mark: HTMLElement): readonly Reference[] => {
    if (mark.id.startsWith(marks.section)) {
      section = Number(mark.id.slice(marks.section.length)) || 0;
      return [];
    }
    const kind = mark.id.startsWith(marks.footnote) ? 'footnote' : 'endnote';
    const hasOwnSign = mark.previousElementSibling?.id === marks.ownNoteSign;
    // The number of the layout library is the inner sign where the run is superscript too.
    const signs = Array.from(mark.nextElementSibling?.querySelectorAll<HTMLElement>('sup') ?? []);
    const sign = hasOwnSign ? signs.at(-1) : signs[0];
    return sign ? [{ kind, mark, sign, note: mark.id.slice(marks[kind].length), section, hasOwnSign }] : [];
  };
  return new Map(
    pages.map((page) => [
      page,
      Array.from(page.querySelectorAll<HTMLElement>(selector)).flatMap(referenceOf),
    ]),
  );
}

/** The notes of lists by their identifiers. The layout library may list a note more than once. */
function itemsOf(lists: readonly Element[]): ReadonlyMap<string, Element> {
  const items = lists.flatMap((list) => Array.from(list.children));
  return new Map(
    items.flatMap((item) => {
      const mark = item.querySelector(marksSelector(marks.note));
      return mark ? [[mark.id.slice(marks.note.length), item]] : [];
    }),
  );
}

/** Adds the sign of a note before its text. */
function addSign(note: HTMLElement): HTMLElement {
  const sign = document.createElement('sup');
  const start = note.querySelector(markSelector(marks.noteStart));
  // A text of no width keeps the sign and the first word apart where words are compared.
  if (start) start.replaceWith(sign, '\u200b');
  else (note.querySelector('p') ?? note).prepend(sign);
  return sign;
}

function createNote(item: Element | undefined): HTMLElement {
  const note = document.createElement('div');
  note.append(...Array.from(item?.childNodes ?? []));
  return note;
}

export type Notes = {
  readonly noteOf: ReadonlyMap<HTMLElement, HTMLElement>;
  /** Measures the notes of displayed pages. */
  measure(): readonly NotePlace[];
  /** Writes the numbers of notes by the pages of their references. */
  number(pages: readonly HTMLElement[]): void;
};

/** The line above endnotes. */
function createEndnoteLine(): HTMLElement {
  const line = document.createElement('p');
  line.className = 'note-line';
  line.textContent = '\u200b';
  return line;
}

/** Puts the endnotes of a section behind its text; those without a section stand at the end of the document. */
function placeEndnotes(
  pages: readonly HTMLElement[],
  notes: readonly HTMLElement[],
  section: number | null,
): void {
  const articles = pages.flatMap((page) =>
    Array.from(page.querySelectorAll<HTMLElement>(':scope > article')),
  );
  const next = section === null ? null : `${marks.section}${section + 1}`;
  const at = next === null ? -1 : articles.findIndex((each) => each.querySelector(markSelector(next)));
  const article = articles[at];
  const content = [createEndnoteLine(), ...notes.flatMap((note) => Array.from(note.childNodes))];
  const start =
    article && Array.from(article.children).find((child) => child.querySelector(markSelector(next ?? '')));
  if (start?.previousElementSibling) start.before(...content);
  else (articles[at - 1] ?? articles.at(-1))?.append(...content);
}

/** The height of a note with the space to the next one. */
function heightOf(note: HTMLElement): number {
  const end = note.nextElementSibling?.getBoundingClientRect().top;
  const { bottom } = (note.parentElement ?? note).getBoundingClientRect();
  return (end ?? bottom) - note.getBoundingClientRect().top;
}

/**
 * Takes the notes from the ends of pages, where the layout library puts them, and numbers them. Endnotes follow the text of the
 * document or of their section; footnotes are kept until the pages are known.
 */
export function collectNotes(pages: readonly HTMLElement[], formats: readonly NoteFormats[] = []): Notes {
  const formatOf = ({ section, kind }: Reference) => (formats[section] ?? defaultNoteFormats)[kind];
  const noteOf = new Map<HTMLElement, HTMLElement>();
  const signOf = new Map<HTMLElement, HTMLElement>();
  const endnotes = new Map<number | null, HTMLElement[]>();
  const references = referencesOf(pages);
  const all = [...references.values()].flat();
  const lists = new Map(
    pages.map((page) => [page, Array.from(page.children).filter(({ nodeName }) => nodeName === 'OL')]),
  );
  const hasFootnotes = (page: HTMLElement) => references.get(page)?.some(({ kind }) => kind === 'footnote');
  const endnoteItems = itemsOf(
    pages.flatMap((page) => lists.get(page)?.slice(hasFootnotes(page) ? 1 : 0) ?? []),
  );
  for (const page of pages) {
    const items = itemsOf(lists.get(page)?.slice(0, 1) ?? []);
    const holder = document.createElement('div');
    holder.className = 'notes';
    for (const reference of references.get(page) ?? []) {
      const { kind, mark, sign, note: id, section, hasOwnSign } = reference;
      const item = (kind === 'footnote' ? items : endnoteItems).get(id);
      const note = createNote(item);
      const { position } = formatOf(reference);
      if (hasOwnSign) sign.remove();
      else signOf.set(mark, addSign(note));
      if (kind === 'footnote') {
        if (position === 'beneathText') note.className = 'beneath';
        noteOf.set(mark, note);
        holder.append(note);
      } else if (item) {
        const place = position === 'sectEnd' ? section : null;
        const placed = endnotes.get(place) ?? [];
        endnotes.set(place, placed);
        placed.push(note);
      }
    }
    for (const list of lists.get(page) ?? []) list.remove();
    if (hasFootnotes(page)) page.append(holder);
  }
  for (const [section, notes] of endnotes) placeEndnotes(pages, notes, section);
  const number = (divided: readonly HTMLElement[]): void => {
    const counters = { footnote: createNoteCounter(), endnote: createNoteCounter() };
    const pageOf = new Map<Element, number>(divided.map((page, index) => [page, index]));
    for (const reference of all) {
      const { kind, mark, sign, section } = reference;
      const noteSign = signOf.get(mark);
      if (!noteSign) continue;
      const format = formatOf(reference);
      const page = pageOf.get(mark.closest('section') ?? mark) ?? 0;
      const text = numberText(counters[kind](format, section, page), format.numberFormat);
      sign.textContent = text;
      noteSign.textContent = text;
    }
  };
  number(pages);
  return {
    noteOf,
    number,
    measure: () => Array.from(noteOf, ([reference, note]) => ({ reference, note, height: heightOf(note) })),
  };
}

/** Puts the footnotes at the foot of their pages. The line above those that continue is as long as the text. */
export function placeNotes(
  pages: readonly HTMLElement[],
  { pages: parts, divided }: NoteFlow<PageEnd>,
): void {
  for (const page of pages)
    for (const holder of Array.from(page.querySelectorAll(':scope > .notes'))) holder.remove();
  const partsOf = new Map(divided.map(({ note, ends }) => [note, divideNote(note, ends)]));
  for (const [index, page] of pages.entries()) {
    const notes = (parts[index] ?? []).map(({ note, part }) => partsOf.get(note)?.[part] ?? note);
    if (notes.length === 0) continue;
    const holder = document.createElement('div');
    holder.className = parts[index]?.[0]?.part === 0 ? 'notes' : 'notes continued';
    holder.append(...notes);
    page.append(holder);
    if (!notes[0]?.classList.contains('beneath')) continue;
    holder.classList.add('beneath');
    const text = page.querySelector<HTMLElement>(':scope > article:last-of-type');
    if (text) text.style.marginBottom = '0';
  }
}
