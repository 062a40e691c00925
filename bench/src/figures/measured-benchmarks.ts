import type { BenchmarkName } from '../benchmarks.ts';

/** All benchmarks that measure. `capacity` is arithmetic alone. */
export type MeasuredName = Exclude<BenchmarkName, 'capacity'>;

interface MeasuredBenchmark {
  /** Whether other programs change the result. The size of a file is the same on a busy machine. */
  readonly dependsOnLoad: boolean;
  /** Paths of long parts of the result that no table shows and that are not stored. */
  readonly omitted: readonly string[];
}

const timed: MeasuredBenchmark = { dependsOnLoad: true, omitted: [] };

/** The benchmarks in the order in which they run: short ones first. */
export const measuredBenchmarks: Readonly<Record<MeasuredName, MeasuredBenchmark>> = {
  bundle: { dependsOnLoad: false, omitted: ['chunks'] },
  fulltext: { dependsOnLoad: true, omitted: ['times'] },
  // Bytes, which do not depend on the speed of the machine.
  growth: { dependsOnLoad: false, omitted: [] },
  queue: timed,
  engines: timed,
  preview: timed,
  exact: timed,
  tdf: timed,
  app: { dependsOnLoad: true, omitted: ['database.times'] },
  server: timed,
  calls: timed,
  scale: timed,
  console: { dependsOnLoad: true, omitted: ['people.combinations'] },
};

export const measuredNames = Object.keys(measuredBenchmarks) as readonly MeasuredName[];
