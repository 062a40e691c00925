/** The place of a note in the text, and the note itself, which is measured at the foot of its undivided section. */
export type NotePlace = {
  readonly reference: HTMLElement;
  readonly note: HTMLElement;
  readonly height: number;
};

/** Where a note is divided: the end of its part on a page, with its distance from the start of the note. */
export type NoteDivision<End> = { readonly end: End; readonly offset: number };

/** Measures notes: what is needed at least of one, and where one is divided that has some height left on a page. */
export type NoteMeter<End> = {
  leastHeightOf(place: NotePlace): number;
  divide(place: NotePlace, offset: number, height: number): NoteDivision<End> | null;
};

/** A part of a note on a page; part 0 is its start. */
export type NotePart = { readonly note: HTMLElement; readonly part: number };

/** The space above the notes of a page, with its line. */
export const noteSeparatorPx = 8;
/** The notes of a page leave at least this height for its text, which is about two lines. */
const minTextPx = 48;
/** Rounding of heights, in CSS pixels. */
const tolerancePx = 0.05;
/** Notes that need more pages behind the text stand on the last one of these. */
const maxPagesBehind = 200;

type Placed<End> = NotePlace & {
  readonly y: number;
  readonly order: number;
  /** Where the pages end that divide it. */
  readonly ends: End[];
};
type Rest<End> = { readonly place: Placed<End>; readonly offset: number };

/** Distributes the footnotes of a document over its pages: what does not fit continues on the next page. */
export class NoteFlow<End> {
  /** The parts of notes on each page. */
  readonly pages: (readonly NotePart[])[] = [];
  readonly #places: readonly Placed<End>[];
  /** The heights of all notes before each one. */
  readonly #sums: number[] = [0];
  readonly #meter: NoteMeter<End>;
  #next = 0;
  #carried: readonly Rest<End>[] = [];
  #carriedHeight = 0;

  constructor(notes: readonly NotePlace[], meter: NoteMeter<End>) {
    this.#meter = meter;
    this.#places = notes
      .map((note, order): Placed<End> => {
        return { ...note, y: note.reference.getBoundingClientRect().top, order, ends: [] };
      })
      .sort((a, b) => a.y - b.y);
    for (const { height } of this.#places) this.#sums.push((this.#sums.at(-1) ?? 0) + height);
  }

  /** The notes that are divided, with the ends of their parts. */
  get divided(): readonly { readonly note: HTMLElement; readonly ends: readonly End[] }[] {
    return this.#places.filter(({ ends }) => ends.length > 0);
  }

  /** The number of references above a position. */
  #countAbove(y: number): number {
    let low = 0;
    let high = this.#places.length;
    while (low < high) {
      const half = (low + high) >> 1;
      if ((this.#places[half] as Placed<End>).y < y) low = half + 1;
      else high = half;
    }
    return low;
  }

  /** The height that notes need on a page of some height with the text from a position to another one. The last note may be divided. */
  heightOf(top: number, bottom: number, pageHeight: number): number {
    const start = this.#countAbove(top);
    const end = this.#countAbove(bottom);
    const last = end > start ? this.#places[end - 1] : undefined;
    const whole = last ? (this.#sums[end - 1] ?? 0) - (this.#sums[start] ?? 0) : 0;
    const height = this.#carriedHeight + whole + (last ? this.#meter.leastHeightOf(last) : 0);
    if (height === 0) return 0;
    return noteSeparatorPx + Math.max(0, Math.min(height, pageHeight - minTextPx - noteSeparatorPx));
  }

  /** Ends a page before a position; some height is left for its notes. */
  endPage(y: number, height: number): void {
    const end = Math.max(this.#next, this.#countAbove(y));
    const added = this.#places.slice(this.#next, end).sort((a, b) => a.order - b.order);
    this.#next = end;
    const waiting = this.#carried.concat(added.map((place) => ({ place, offset: 0 })));
    this.pages.push(this.#fill(waiting, height - noteSeparatorPx));
  }

  /** Puts the notes that are left on pages behind the text; returns the number of these pages. */
  endText(pageHeight: number): number {
    const before = this.pages.length;
    while (this.#carried.length > 0) {
      const isLast = this.pages.length - before >= maxPagesBehind - 1;
      this.pages.push(this.#fill(this.#carried, isLast ? Number.POSITIVE_INFINITY : pageHeight, true));
    }
    return this.pages.length - before;
  }

  #fill(waiting: readonly Rest<End>[], height: number, isEmpty = false): readonly NotePart[] {
    const parts: NotePart[] = [];
    let left = height;
    let rest: readonly Rest<End>[] = [];
    for (const [index, { place, offset }] of waiting.entries()) {
      const part = { note: place.note, part: place.ends.length };
      const needed = place.height - offset;
      // A page without text holds at least one part, so that the pages come to an end.
      const isForced = isEmpty && parts.length === 0;
      if (needed <= left + tolerancePx) {
        parts.push(part);
        left -= needed;
        continue;
      }
      const division = left > 0 ? this.#meter.divide(place, offset, left) : null;
      if (division && division.offset > offset + tolerancePx) {
        parts.push(part);
        place.ends.push(division.end);
        rest = [{ place, offset: division.offset }, ...waiting.slice(index + 1)];
      } else {
        if (isForced) parts.push(part);
        rest = waiting.slice(isForced ? index + 1 : index);
      }
      break;
    }
    this.#carried = rest;
    this.#carriedHeight = rest.reduce((sum, { place, offset }) => sum + place.height - offset, 0);
    return parts;
  }
}
