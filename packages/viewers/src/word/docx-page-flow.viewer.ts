import type { PageEnd } from './docx-page-split.viewer.ts';

/** Rounding of positions, in CSS pixels. */
export const tolerancePx = 0.05;
/** A document with more pages is shown without further breaks. */
const maxPages = 2000;

/** Whether content down to a position fits on the current page. */
export type Fits = (bottom: number) => boolean;

/** The place of a note in the text, and the height of the note at the foot of its page. */
export type NotePlace = { readonly reference: HTMLElement; readonly height: number };

/** The space above the notes of a page, with its line. */
const noteSeparatorPx = 8;

type PlacedNotes = readonly { readonly y: number; readonly height: number }[];

/** Where the pages of a section end, in the coordinates of the undivided section. */
export class PageFlow {
  readonly ends: PageEnd[] = [];
  /** The first block of the current page. */
  first = 0;
  readonly #heightOf: (place: number) => number;
  readonly #notes: PlacedNotes;
  #top: number;
  #limit: number;
  #columns = 1;
  #column = 0;
  #columnHeight: number;

  constructor(top: number, heightOf: (place: number) => number, notes: PlacedNotes) {
    this.#top = top;
    this.#heightOf = heightOf;
    this.#columnHeight = heightOf(0);
    this.#limit = top + this.#columnHeight;
    this.#notes = notes;
  }

  /** Where the current page begins. */
  get top(): number {
    return this.#top;
  }

  get isFull(): boolean {
    return this.ends.length >= maxPages;
  }

  readonly fits: Fits = (bottom) => {
    const noted = this.#notes.filter(({ y }) => y >= this.#top && y < bottom);
    const height = noted.reduce((sum, note) => sum + note.height, noted.length > 0 ? noteSeparatorPx : 0);
    return bottom + height <= this.#limit + tolerancePx;
  };

  /** Starts text in columns, which are measured one below the other. */
  startColumns(top: number, count: number): void {
    this.#columnHeight = Math.max(0, this.#limit - top);
    this.#columns = count;
    this.#column = 0;
  }

  /** Ends text in columns; they share its height. */
  endColumns(bottom: number): void {
    const lastColumn = bottom - (this.#limit - this.#columnHeight);
    const used = (this.#column * this.#columnHeight + lastColumn) / this.#columns;
    this.#limit = bottom + Math.max(0, this.#columnHeight - used);
    this.#columns = 1;
    this.#column = 0;
  }

  /** Continues in the next column, or on the next page. */
  endBefore(end: PageEnd, index: number, y: number, repeated = 0): void {
    this.first = index;
    this.#top = y;
    if (this.#column + 1 < this.#columns) {
      this.#column += 1;
      this.#limit = y + this.#columnHeight - repeated;
      return;
    }
    this.#column = 0;
    this.ends.push(end);
    this.#columnHeight = this.#heightOf(this.ends.length);
    this.#limit = y + this.#columnHeight - repeated;
  }
}
