import { type FigureTable, figure, figures } from '../figure-table.ts';
import type { MeasuredName } from '../measured-benchmarks.ts';

/** A table of `docs/benchmarks.md`. */
export type BenchmarkTable = Pick<FigureTable, 'columns' | 'rows'>;

interface Measure {
  readonly label: string;
  readonly key: string;
  readonly format: (value: number) => string;
  readonly peer?: string;
  readonly limit?: string;
}

const none = '–';

/** A table with one row for each measured value of a benchmark. */
export const measuresTable = (benchmark: MeasuredName, measures: readonly Measure[]): BenchmarkTable => ({
  columns: ['measurement', 'key', 'peer', 'result', 'limit'],
  rows: measures.map(({ label, key, format, peer = none, limit = none }) => [
    label,
    `\`${key}\``,
    peer,
    figure(benchmark, key, format),
    limit,
  ]),
});

/** The Lighthouse scores of a page: performance, accessibility, best practices. */
export const lighthouseFigure = (benchmark: MeasuredName, page: string) =>
  figures(
    benchmark,
    ['performance', 'accessibility', 'bestPractices'].map((score) => `lighthouse.${page}.${score}`),
    (...scores) => scores.join(', '),
  );
