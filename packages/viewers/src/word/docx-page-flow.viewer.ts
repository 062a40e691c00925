import type { NoteFlow } from './docx-note-flow.viewer.ts';
import type { PageEnd } from './docx-page-split.viewer.ts';

/** Rounding of positions, in CSS pixels. */
export const tolerancePx = 0.05;
/** A document with more pages is shown without further breaks. */
const maxPages = 2000;

/** The notes of text in columns leave at least this height for it. */
const minColumnTextPx = 48;

/** Whether content down to a position fits on the current page. */
export type Fits = (bottom: number) => boolean;

/** The notes at the feet of the pages. */
type Notes = Pick<NoteFlow<PageEnd>, 'heightOf' | 'endPage'>;

/** Where the pages of a section end, in the coordinates of the undivided section. */
export class PageFlow {
  readonly ends: PageEnd[] = [];
  /** The first block of the current page. */
  first = 0;
  readonly #heightOf: (place: number) => number;
  readonly #notes: Notes;
  #top: number;
  #limit: number;
  #columns = 1;
  #column = 0;
  #columnHeight: number;
  /** The lowest position that is known to fit. */
  #fitting: number;

  constructor(top: number, heightOf: (place: number) => number, notes: Notes) {
    this.#top = top;
    this.#heightOf = heightOf;
    this.#columnHeight = heightOf(0);
    this.#limit = top + this.#columnHeight;
    this.#notes = notes;
    this.#fitting = top;
  }

  /** Where the current page begins. */
  get top(): number {
    return this.#top;
  }

  get isFull(): boolean {
    return this.ends.length >= maxPages;
  }

  readonly fits: Fits = (bottom) => {
    const height = this.#notes.heightOf(this.#top, bottom, this.#heightOf(this.ends.length));
    const isFitting = bottom + height <= this.#limit + tolerancePx;
    if (isFitting) this.#fitting = Math.max(this.#fitting, bottom);
    return isFitting;
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
    const height = this.#heightForNotes(y);
    this.#top = y;
    this.#fitting = y;
    if (this.#column + 1 < this.#columns) {
      this.#column += 1;
      this.#limit = y + this.#columnHeight - repeated;
      return;
    }
    this.#column = 0;
    this.#notes.endPage(y, height);
    this.ends.push(end);
    this.#columnHeight = this.#heightOf(this.ends.length);
    this.#limit = y + this.#columnHeight - repeated;
  }

  /** Ends the last page of the section below its text. */
  finish(bottom: number, sectionBottom: number): void {
    this.#notes.endPage(sectionBottom, this.#heightForNotes(bottom));
  }

  /** The height below the text of the current page that ends before a position. Text in columns keeps its notes on its page. */
  #heightForNotes(y: number): number {
    if (this.#columns > 1) return this.#heightOf(this.ends.length) - minColumnTextPx;
    // The space below the last paragraph needs no room.
    return this.#limit - (this.#fitting > this.#top ? Math.min(this.#fitting, y) : y);
  }
}
