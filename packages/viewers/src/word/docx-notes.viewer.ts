import { marks } from './docx-marks.rules.ts';
import { numberText } from './docx-number-text.rules.ts';
import type { NotePlace } from './docx-page-flow.viewer.ts';

const markSelector = (name: string) => `span[id="${name}"]`;
const marksSelector = (name: string) => `span[id^="${name}"]`;

type Reference = {
  readonly mark: HTMLElement;
  readonly sign: HTMLElement;
  /** The identifier of the note. */
  readonly note: string;
};

/** The signs of the references to notes of a kind, in the order of the text. */
function referencesOf(page: HTMLElement, kind: string): readonly Reference[] {
  const found = Array.from(page.querySelectorAll<HTMLElement>(marksSelector(kind)));
  return found.flatMap((mark) => {
    const sign = mark.nextElementSibling?.querySelector<HTMLElement>('sup');
    return sign ? [{ mark, sign, note: mark.id.slice(kind.length) }] : [];
  });
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

/** Writes the number of a note before its text. */
function numberNote(note: HTMLElement, number: string): void {
  const sign = document.createElement('sup');
  sign.textContent = number;
  const start = note.querySelector(markSelector(marks.noteStart));
  if (start) start.replaceWith(sign);
  else (note.querySelector('p') ?? note).prepend(sign);
}

function createNote(item: Element | undefined, number: string): HTMLElement {
  const note = document.createElement('div');
  note.append(...Array.from(item?.childNodes ?? []));
  numberNote(note, number);
  return note;
}

export type Notes = {
  readonly noteOf: ReadonlyMap<HTMLElement, HTMLElement>;
  /** Measures the notes of displayed pages. */
  measure(): readonly NotePlace[];
};

/**
 * Takes the notes from the ends of sections, where the layout library puts them, and numbers them. Endnotes follow the text of
 * their section; footnotes are kept until the pages are known.
 */
export function collectNotes(pages: readonly HTMLElement[]): Notes {
  const noteOf = new Map<HTMLElement, HTMLElement>();
  let endnotes = 0;
  for (const page of pages) {
    const lists = Array.from(page.children).filter(({ nodeName }) => nodeName === 'OL');
    const footnotes = referencesOf(page, marks.footnote);
    const items = itemsOf(footnotes.length > 0 ? lists.splice(0, 1) : []);
    const holder = document.createElement('div');
    holder.className = 'notes';
    for (const { mark, sign, note: id } of footnotes) {
      const number = String(noteOf.size + 1);
      sign.textContent = number;
      const note = createNote(items.get(id), number);
      noteOf.set(mark, note);
      holder.append(note);
    }
    const rest = itemsOf(lists);
    const article = page.querySelector(':scope > article:last-of-type');
    for (const { sign } of referencesOf(page, marks.endnote))
      sign.textContent = numberText(++endnotes, 'lowerRoman');
    for (const [index, item] of [...rest.values()].entries()) {
      const note = createNote(item, numberText(index + 1, 'lowerRoman'));
      article?.append(...Array.from(note.childNodes));
    }
    for (const list of Array.from(page.querySelectorAll(':scope > ol'))) list.remove();
    if (footnotes.length > 0) page.append(holder);
  }
  return {
    noteOf,
    measure: () =>
      Array.from(noteOf, ([reference, note]) => ({ reference, height: note.getBoundingClientRect().height })),
  };
}

/** Puts the footnotes at the foot of the pages that refer to them. */
export function placeNotes(pages: readonly HTMLElement[], { noteOf }: Notes): void {
  for (const page of pages)
    for (const holder of Array.from(page.querySelectorAll(':scope > .notes'))) holder.remove();
  for (const page of pages) {
    const marked = Array.from(page.querySelectorAll<HTMLElement>(marksSelector(marks.footnote)));
    const notes = marked.flatMap((mark) => noteOf.get(mark) ?? []);
    if (notes.length === 0) continue;
    const holder = document.createElement('div');
    holder.className = 'notes';
    holder.append(...notes);
    page.append(holder);
  }
}
