import type { MeasuredName } from './measured-benchmarks.ts';

/** A cell with figures of a benchmark. */
export interface Figure {
  readonly benchmark: MeasuredName;
  /** The paths of the values in the result, such as `nodes.0.perSecond`. */
  readonly keys: readonly string[];
  /** Formats the values, one for each key. */
  readonly format: (values: readonly (number | string)[]) => string;
}

/** A fixed text, or figures. */
export type Cell = string | Figure;

/** A generated table of a documentation page. */
export interface FigureTable {
  /** The name in the markers of its region, unique in its page. */
  readonly name: string;
  /** The page, from the root of the repository. */
  readonly page: string;
  readonly language: 'en' | 'zh';
  readonly columns: readonly string[];
  /** The first cell of a row is its label, unique in the table. */
  readonly rows: readonly (readonly [label: string, ...cells: Cell[]])[];
}

/** A cell with one number. */
export const figure = (benchmark: MeasuredName, key: string, format: (value: number) => string): Figure =>
  figures(benchmark, [key], format);

/** A cell with several numbers in one text. */
export const figures = (
  benchmark: MeasuredName,
  keys: readonly string[],
  format: (...values: number[]) => string,
): Figure => ({ benchmark, keys, format: (values) => format(...values.map(Number)) });

/** A cell with a text of the result, such as a version. */
export const textFigure = (benchmark: MeasuredName, key: string): Figure => ({
  benchmark,
  keys: [key],
  format: ([value]) => String(value),
});

/** The benchmarks of a table, in the order of their rows. */
export const benchmarksOf = ({ rows }: FigureTable): readonly MeasuredName[] => [
  ...new Set(rows.flat().flatMap((cell) => (typeof cell === 'string' ? [] : [cell.benchmark]))),
];
