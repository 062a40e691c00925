import { dataViewOf } from '../format/data-view.util.ts';

/** The format of a paragraph. */
export type ParagraphFormat = {
  /** 1 to 9 for headings, otherwise 0. */
  readonly heading: number;
  readonly isInTable: boolean;
  /** Whether the paragraph is the end mark of a table row. */
  readonly isRowEnd: boolean;
  readonly align: 'left' | 'center' | 'right' | 'justify';
};

/** The format of characters. */
export type CharacterFormat = {
  readonly isBold: boolean;
  readonly isItalic: boolean;
  readonly isUnderlined: boolean;
  readonly isStruck: boolean;
  readonly isHidden: boolean;
  /** In points; null for the default. */
  readonly size: number | null;
  /** As 0xBBGGRR; null for the default. */
  readonly colour: number | null;
};

type FormatRun<Format> = { readonly from: number; readonly to: number; readonly format: Format };
export type Formats<Format> = {
  /** The format at a position of the stream, and the end of its run. */
  readonly at: (position: number) => { readonly format: Format; readonly to: number };
};

const pageBytes = 512;
const aligns = ['left', 'center', 'right', 'justify'] as const;
const operandBytes = [1, 1, 2, 4, 2, 2, 0, 3] as const;

/** Parses property modifications (Sprm), each an operation and its operand ([MS-DOC] 2.6). */
function parseModifications(list: Uint8Array): ReadonlyMap<number, number> {
  const view = dataViewOf(list);
  const found = new Map<number, number>();
  for (let at = 0; at + 2 < list.length; ) {
    const operation = view.getUint16(at, true);
    const fixedBytes = operandBytes[operation >> 13] ?? 0;
    const size =
      fixedBytes ||
      (operation === 0xd608
        ? at + 4 <= list.length
          ? view.getUint16(at + 2, true) + 1
          : 2
        : (list[at + 2] ?? 0) + 1);
    const value = list
      .subarray(at + 2, at + 2 + Math.min(4, size))
      .reduceRight((sum, byte) => sum * 256 + byte, 0);
    found.set(operation, value);
    at += 2 + size;
  }
  return found;
}

function paragraphFormatOf(style: number, modifications: ReadonlyMap<number, number>): ParagraphFormat {
  return {
    heading: style >= 1 && style <= 9 ? style : 0,
    isInTable: (modifications.get(0x2416) ?? 0) !== 0 || (modifications.get(0x6649) ?? 0) !== 0,
    isRowEnd: (modifications.get(0x2417) ?? 0) !== 0,
    align: aligns[modifications.get(0x2461) ?? modifications.get(0x2403) ?? 0] ?? 'left',
  };
}

function characterFormatOf(modifications: ReadonlyMap<number, number>): CharacterFormat {
  const isOn = (operation: number) => [1, 0x81].includes(modifications.get(operation) ?? 0);
  const halfPoints = modifications.get(0x4a43);
  const colour = modifications.get(0x6870);
  return {
    isBold: isOn(0x0835),
    isItalic: isOn(0x0836),
    isStruck: isOn(0x0837),
    // Hidden by the author, or deleted in review.
    isHidden: isOn(0x083c) || isOn(0x0800),
    isUnderlined: (modifications.get(0x2a3e) ?? 0) !== 0,
    size: halfPoints === undefined || halfPoints < 8 || halfPoints > 400 ? null : halfPoints / 2,
    // A set highest byte means the automatic colour.
    colour: colour === undefined || colour > 0xffffff ? null : colour,
  };
}

type Source = { readonly main: Uint8Array; readonly table: Uint8Array; readonly entry: number };

/** Reads the runs of the formatted disk pages that the table refers to ([MS-DOC] 2.8.5, 2.8.6). */
function readRuns<Format>(
  { main, table, entry }: Source,
  read: (page: Uint8Array, index: number, count: number) => Format,
): readonly FormatRun<Format>[] {
  const header = dataViewOf(main);
  const position = table.subarray(header.getUint32(entry, true));
  const size = Math.min(position.length, header.getUint32(entry + 4, true));
  const view = dataViewOf(position.subarray(0, size));
  // Each page is referenced once, so there are at most as many references as pages.
  const pages = Math.min(Math.floor(main.length / pageBytes), Math.floor((size - 4) / 8));
  const runs: FormatRun<Format>[] = [];
  for (let index = 0; index < pages; index += 1) {
    const number = view.getUint32(4 * (pages + 1) + 4 * index, true) & 0x3fffff;
    const page = main.subarray(number * pageBytes, (number + 1) * pageBytes);
    if (page.length < pageBytes) continue;
    const count = page[pageBytes - 1] ?? 0;
    const marks = dataViewOf(page);
    if (4 * (count + 1) >= pageBytes) continue;
    for (let run = 0; run < count; run += 1) {
      const [from, to] = [marks.getUint32(4 * run, true), marks.getUint32(4 * run + 4, true)];
      runs.push({ from, to, format: read(page, run, count) });
    }
  }
  return runs.sort((a, b) => a.from - b.from);
}

function createFormats<Format>(runs: readonly FormatRun<Format>[], defaultFormat: Format): Formats<Format> {
  return {
    at(position) {
      let [low, high] = [0, runs.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((runs[middle]?.from ?? 0) <= position) low = middle + 1;
        else high = middle;
      }
      const run = runs[low - 1];
      if (run && position < run.to) return { format: run.format, to: run.to };
      return { format: defaultFormat, to: runs[low]?.from ?? Number.POSITIVE_INFINITY };
    },
  };
}

const defaultParagraphFormat = paragraphFormatOf(0, new Map());
const defaultCharacterFormat = characterFormatOf(new Map());

export function paragraphFormats(main: Uint8Array, table: Uint8Array | null): Formats<ParagraphFormat> {
  if (!table) return createFormats([], defaultParagraphFormat);
  const runs = readRuns({ main, table, entry: 0x102 }, (page, index, count) => {
    const at = 2 * (page[4 * (count + 1) + 13 * index] ?? 0);
    const length = page[at] ?? 0;
    const [from, size] = length === 0 ? [at + 2, 2 * (page[at + 1] ?? 0)] : [at + 1, 2 * length - 1];
    if (at === 0 || size < 2) return defaultParagraphFormat;
    return paragraphFormatOf(
      (page[from] ?? 0) + 256 * (page[from + 1] ?? 0),
      parseModifications(page.subarray(from + 2, from + size)),
    );
  });
  return createFormats(runs, defaultParagraphFormat);
}

export function characterFormats(main: Uint8Array, table: Uint8Array | null): Formats<CharacterFormat> {
  if (!table) return createFormats([], defaultCharacterFormat);
  const runs = readRuns({ main, table, entry: 0xfa }, (page, index, count) => {
    const at = 2 * (page[4 * (count + 1) + index] ?? 0);
    return at === 0
      ? defaultCharacterFormat
      : characterFormatOf(parseModifications(page.subarray(at + 1, at + 1 + (page[at] ?? 0))));
  });
  return createFormats(runs, defaultCharacterFormat);
}
