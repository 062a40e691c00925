/** The non-empty cells of a row, by ascending column; the three lists have the same indexes. */
export type SheetRow = {
  readonly columns: readonly number[];
  /** The text after the number format was applied. */
  readonly texts: readonly string[];
  /** Indexes into the `styles` of the workbook. */
  readonly styles: readonly number[];
};

/** The style of a cell. Its values are validated and safe to write into a style sheet. */
export type CellStyle = {
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
  /** A CSS colour, or null for the default. */
  readonly color: string | null;
  readonly fill: string | null;
  /** CSS borders: top, right, bottom, left. */
  readonly borders: readonly (string | null)[];
};

/** A rectangle of cells, both ends inclusive. */
export type CellArea = {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
};

/** Further information about a cell. */
export type CellNote = {
  readonly comment?: string;
  readonly link?: string;
  readonly formula?: string;
};

/** A corner of a floating object: a cell and an offset in it, in CSS pixels. */
export type AnchorCorner = {
  readonly row: number;
  readonly column: number;
  readonly x: number;
  readonly y: number;
};

/** The XML parts of a chart and of the colours of its document. */
export type ChartParts = { readonly chart: string; readonly theme: string };

/** A picture or chart, or the texts of a box, over the cells. */
export type FloatingObject = {
  /** Null where the file has no position. */
  readonly from: AnchorCorner | null;
  /** The opposite corner, or a size where only that is known. */
  readonly to: AnchorCorner | { readonly width: number; readonly height: number } | null;
  readonly picture: { readonly mimeType: string; readonly bytes: Uint8Array<ArrayBuffer> } | null;
  /** What a chart is drawn from. Its texts name it. */
  readonly chart: ChartParts | null;
  readonly texts: readonly string[];
};

export type Sheet = {
  readonly name: string;
  /** Hidden by its author. It is shown nevertheless, with a label that it is hidden. */
  readonly isHidden: boolean;
  readonly rows: ReadonlyMap<number, SheetRow>;
  /** Up to the last cell that has content or is visible. */
  readonly rowCount: number;
  readonly columnCount: number;
  /** In CSS pixels; 0 means hidden. */
  readonly widths: ReadonlyMap<number, number>;
  readonly heights: ReadonlyMap<number, number>;
  readonly width: number;
  readonly height: number;
  readonly frozen: { readonly rows: number; readonly columns: number };
  readonly merges: readonly CellArea[];
  /** By `row,column`. */
  readonly notes: ReadonlyMap<string, CellNote>;
  readonly floating: readonly FloatingObject[];
  /** Headers and footers of the printed page. */
  readonly headings: readonly string[];
  readonly gridLines: boolean;
  readonly rightToLeft: boolean;
};

export type Workbook = {
  readonly sheets: readonly Sheet[];
  readonly styles: readonly CellStyle[];
};

export const defaultCellStyle: CellStyle = {
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
