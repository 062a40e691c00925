/** Cells of a row that hold something, by rising column; the three lists go together. */
export type SheetRow = {
  readonly columns: readonly number[];
  /** As the number format shows it. */
  readonly texts: readonly string[];
  /** Places in the book's `looks`. */
  readonly looks: readonly number[];
};

/** How a cell looks. Only what was checked to be a value of its kind stands in here. */
export type Look = {
  readonly align: 'left' | 'center' | 'right';
  readonly vertical: 'top' | 'middle' | 'bottom';
  readonly wrap: boolean;
  readonly indent: number;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly strike: boolean;
  /** In points. */
  readonly size: number;
  /** As CSS writes it, or null for the sheet's own. */
  readonly color: string | null;
  readonly fill: string | null;
  /** CSS borders: top, right, bottom, left. */
  readonly borders: readonly (string | null)[];
};

/** A rectangle of cells, both ends within it. */
export type Area = {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
};

/** What is told about a cell beside its text. */
export type CellNote = {
  readonly comment?: string;
  readonly link?: string;
  readonly formula?: string;
};

/** A corner of what floats over the cells: a cell, and how far into it in CSS pixels. */
export type Corner = {
  readonly row: number;
  readonly column: number;
  readonly x: number;
  readonly y: number;
};

/** A picture, or the texts of a box or a chart, over the cells. */
export type Floating = {
  /** Null where the file says no place. */
  readonly from: Corner | null;
  /** The other corner, or a size where only that is known. */
  readonly to: Corner | { readonly width: number; readonly height: number } | null;
  readonly picture: { readonly mimeType: string; readonly bytes: Uint8Array<ArrayBuffer> } | null;
  readonly texts: readonly string[];
};

export type Sheet = {
  readonly name: string;
  /** Its author put it out of sight; it is looked at all the same, and said to be hidden. */
  readonly isHidden: boolean;
  readonly rows: ReadonlyMap<number, SheetRow>;
  /** Up to the last cell that holds or shows something. */
  readonly rowCount: number;
  readonly columnCount: number;
  /** In CSS pixels; 0 is hidden. */
  readonly widths: ReadonlyMap<number, number>;
  readonly heights: ReadonlyMap<number, number>;
  readonly width: number;
  readonly height: number;
  readonly frozen: { readonly rows: number; readonly columns: number };
  readonly merges: readonly Area[];
  /** By `row,column`. */
  readonly notes: ReadonlyMap<string, CellNote>;
  readonly floating: readonly Floating[];
  /** Of the printed page. */
  readonly headings: readonly string[];
  readonly gridLines: boolean;
  readonly rightToLeft: boolean;
};

export type Book = {
  readonly sheets: readonly Sheet[];
  readonly looks: readonly Look[];
};

export const plainLook: Look = {
  align: 'left',
  vertical: 'bottom',
  wrap: false,
  indent: 0,
  bold: false,
  italic: false,
  underline: false,
  strike: false,
  size: 11,
  color: null,
  fill: null,
  borders: [null, null, null, null],
};
