import type { Machine, Revision } from './machine.ts';
import { type MeasuredName, measuredBenchmarks } from './measured-benchmarks.ts';
import type { OtherUse } from './processor-use.ts';
import {
  describeUse,
  FiguresError,
  maxOtherShare,
  type Observation,
  observeDuring,
  observeUntilQuiet,
  percent,
} from './quiet-machine.ts';
import type { BenchmarkResult } from './results.ts';
import { withoutPaths } from './values.ts';

export interface MeasureOptions {
  readonly names: readonly MeasuredName[];
  /** The number of runs of each benchmark. */
  readonly runs: number;
  /** Whether results of a busy machine are stored. */
  readonly force: boolean;
  /** The longest wait for a quiet machine before each benchmark. */
  readonly waitSeconds: number;
  /** Its abort ends the running benchmark. Complete runs are stored. */
  readonly signal: AbortSignal;
}

export interface MeasureDependencies {
  readonly observation: Observation;
  /** Builds what the benchmarks measure. Called once, on a machine that is quiet enough. */
  readonly prepare: () => void;
  readonly run: (name: MeasuredName, signal: AbortSignal) => Promise<unknown>;
  readonly machine: Machine;
  readonly revision: () => Revision;
  /** The current day in UTC, such as `2026-11-30`. */
  readonly today: () => string;
  readonly store: (name: MeasuredName, result: BenchmarkResult) => void;
  readonly report: (line: string) => void;
}

/** What was stored, and a sentence for each benchmark that was not. */
export interface Measurement {
  readonly stored: readonly MeasuredName[];
  readonly problems: readonly string[];
}

/** Runs benchmarks one after the other and stores each result when it is complete. A busy machine ends the measurement. */
export async function measureAll(
  { names, ...options }: MeasureOptions,
  dependencies: MeasureDependencies,
): Promise<Measurement> {
  let isPrepared = false;
  const prepare = () => {
    if (!isPrepared) dependencies.prepare();
    isPrepared = true;
  };
  const stored: MeasuredName[] = [];
  const problems: string[] = [];
  for (const name of names) {
    if (options.signal.aborted) break;
    try {
      dependencies.store(name, await measureOne(name, options, { ...dependencies, prepare }));
      stored.push(name);
    } catch (error) {
      if (options.signal.aborted) break;
      if (!(error instanceof FiguresError)) throw error;
      problems.push(`${name}: ${error.message}`);
      if (error instanceof BusyMachineError) break;
      dependencies.report(`${name}: ${error.message}`);
    }
  }
  if (options.signal.aborted) problems.push('interrupted: the remaining benchmarks did not run');
  return { stored, problems };
}

/** The machine is busy before a benchmark begins. */
export class BusyMachineError extends FiguresError {
  constructor(use: OtherUse) {
    super(
      `${describeUse(use, 'use')}; at most ${percent(maxOtherShare)} is allowed. End them, wait with --wait SECONDS, ` +
        'or store a marked result with --force',
    );
  }
}

async function measureOne(
  name: MeasuredName,
  { runs: count, force, waitSeconds, signal }: Omit<MeasureOptions, 'names'>,
  { observation, prepare, run, report, machine, revision, today }: MeasureDependencies,
): Promise<BenchmarkResult> {
  const { dependsOnLoad, omitted } = measuredBenchmarks[name];
  const isRefused = ({ share }: OtherUse) => dependsOnLoad && !force && share > maxOtherShare;
  const first = await observeUntilQuiet(observation, {
    waitSeconds: dependsOnLoad && !force ? waitSeconds : 0,
    signal,
    onWait: (cause) => report(`${name}: ${cause}; waiting at most ${waitSeconds} s`),
  });
  if (isRefused(first)) throw new BusyMachineError(first);
  prepare();
  const startMs = observation.nowMs();
  const started = { date: today(), ...revision() };
  const runs: unknown[] = [];
  let busyShare = first.share;
  while (runs.length < count) {
    const title = `${name}, run ${runs.length + 1} of ${count}`;
    report(title);
    try {
      const { result, use } = await observeDuring(observation, () => run(name, signal));
      if (isRefused(use))
        throw new FiguresError(`not stored, because ${describeUse(use, 'used')} during ${title}`);
      runs.push(withoutPaths(result, omitted));
      busyShare = Math.max(busyShare, use.share);
      report(
        `${title}: ${formatElapsed(observation.nowMs() - startMs)}, other programs ${percent(use.share)}`,
      );
    } catch (error) {
      // The complete runs of an interrupted benchmark are a result.
      if (!signal.aborted || runs.length === 0) throw error;
      break;
    }
  }
  return { ...started, machine, busyShare: Math.round(busyShare * 1000) / 1000, runs };
}

/** Such as `41 s` or `5 min 12 s`. */
export function formatElapsed(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
