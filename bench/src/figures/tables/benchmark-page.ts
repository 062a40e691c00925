import { type FigureTable, figure, figures } from '../figure-table.ts';
import type { MeasuredName } from '../measured-benchmarks.ts';

/** A table of `docs/benchmarks.md`. */
export type BenchmarkTable = Pick<FigureTable, 'columns' | 'rows'>;

interface Measure {
  readonly label: string;
  readonly key: string;
  readonly format: (value: number) => string;
  readonly peer?: string;
  /** A limit that is no number. */
  readonly limit?: string;
  readonly max?: number;
  readonly min?: number;
}

const none = '–';

function limitText({ format, max, min, limit = none }: Measure): string {
  if (max !== undefined) return `≤ ${format(max)}`;
  return min === undefined ? limit : `≥ ${format(min)}`;
}

/** Formats a value, in bold with a remark if it misses its limit. */
export function formatWithin(
  value: number,
  { format, max = Infinity, min = -Infinity }: Pick<Measure, 'format' | 'max' | 'min'>,
): string {
  return value > max || value < min ? `**${format(value)}, misses the limit**` : format(value);
}

/** A table with one row for each measured value of a benchmark. */
export const measuresTable = (benchmark: MeasuredName, measures: readonly Measure[]): BenchmarkTable => ({
  columns: ['measurement', 'key', 'peer', 'result', 'limit'],
  rows: measures.map((measure) => [
    measure.label,
    `\`${measure.key}\``,
    measure.peer ?? none,
    figure(benchmark, measure.key, (value) => formatWithin(value, measure)),
    limitText(measure),
  ]),
});

/** The Lighthouse scores of a page: performance, accessibility, best practices. */
export const lighthouseFigure = (benchmark: MeasuredName, page: string) =>
  figures(
    benchmark,
    ['performance', 'accessibility', 'bestPractices'].map((score) => `lighthouse.${page}.${score}`),
    (...scores) => scores.join(', '),
  );
