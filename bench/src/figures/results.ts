import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Machine, Revision } from './machine.ts';
import { type MeasuredName, measuredBenchmarks, measuredNames } from './measured-benchmarks.ts';
import { medianOf } from './medians.ts';
import { FiguresError, maxOtherShare } from './quiet-machine.ts';
import { isRecord } from './values.ts';

/** The folder of the results, from the root of the repository. */
export const resultsFolder = 'docs/figures';

/** The raw result of a benchmark, as it is stored. */
export interface BenchmarkResult extends Revision {
  /** The day of the first run in UTC, such as `2026-11-30`. */
  readonly date: string;
  readonly machine: Machine;
  /** The largest share of all cores that other programs used before or during a run. */
  readonly busyShare: number;
  /** What the benchmark printed, once for each run. */
  readonly runs: readonly unknown[];
}

export type Results = Partial<Readonly<Record<MeasuredName, BenchmarkResult>>>;

/** The median of the runs. */
export const figuresOf = ({ runs }: BenchmarkResult): unknown => medianOf(runs);

/** Whether other programs may have changed the result. */
export const isDisturbed = (name: MeasuredName, { busyShare }: BenchmarkResult): boolean =>
  measuredBenchmarks[name].dependsOnLoad && busyShare > maxOtherShare;

const fileOf = (root: string, name: MeasuredName) => join(root, resultsFolder, `${name}.json`);

/** Reads all stored results. @throws FiguresError if a file has another form. */
export function readResults(root: string): Results {
  const results: Partial<Record<MeasuredName, BenchmarkResult>> = {};
  for (const name of measuredNames) {
    const file = fileOf(root, name);
    if (!existsSync(file)) continue;
    const result = JSON.parse(readFileSync(file, 'utf8')) as unknown;
    if (!isResult(result))
      throw new FiguresError(`${resultsFolder}/${name}.json is no result of npm run figures`);
    results[name] = result;
  }
  return results;
}

function isResult(value: unknown): value is BenchmarkResult {
  return (
    isRecord(value) &&
    typeof value['date'] === 'string' &&
    /^\d{4}-\d\d-\d\d$/.test(value['date']) &&
    typeof value['commit'] === 'string' &&
    typeof value['isDirty'] === 'boolean' &&
    typeof value['busyShare'] === 'number' &&
    isRecord(value['machine']) &&
    Array.isArray(value['runs']) &&
    value['runs'].length > 0
  );
}

/** Replaces a stored result. */
export function writeResult(root: string, name: MeasuredName, result: BenchmarkResult): void {
  mkdirSync(join(root, resultsFolder), { recursive: true });
  const temporary = `${fileOf(root, name)}.new`;
  writeFileSync(temporary, `${JSON.stringify(result, null, 2)}\n`);
  renameSync(temporary, fileOf(root, name));
}
