import { readFile } from 'node:fs/promises';
import { runPool } from './pool.ts';
import { createReport, type SavedFailure } from './report.ts';
import { runSingle, withTimeout } from './single.ts';
import { TARGETS } from './targets.ts';
import type { Done } from './worker.ts';

export interface RunOptions {
  readonly seed: number;
  readonly from: number;
  readonly inputs: number | undefined;
  readonly workers: number;
  /** The number of failures that ends a run. */
  readonly maxFailures: number;
  readonly plant: string | undefined;
  readonly isQuiet: boolean;
}

/** Documents and texts are small, so an input takes little time. */
const defaultTimeoutSeconds = 10;

export async function runTarget(name: string, options: RunOptions) {
  const target = TARGETS[name];
  if (!target) throw new TypeError(`unknown target ${name}`);
  const inputs = options.inputs ?? target.inputs;
  const plant = target.seededFaults.includes(options.plant ?? '') ? options.plant : undefined;
  const write = (text: string) => {
    if (!options.isQuiet) process.stdout.write(text);
  };
  write(
    `${name}: ${inputs} inputs from ${options.from}, seed ${options.seed}${plant ? `, with the seeded fault ${plant}` : ''}\n`,
  );
  const report = createReport({ ...options, target: name, plant, inputs });
  let isStopped = false;
  const stop = () => {
    isStopped = true;
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const run = {
    ...options,
    target: name,
    plant,
    inputs,
    timeoutSeconds: target.timeoutSeconds ?? defaultTimeoutSeconds,
    onDone: (done: Done) => report.add(done),
    isStopped: () => isStopped || report.failures.length >= options.maxFailures,
  };
  await (target.isSingleProcess ? runSingle(target, run) : runPool(run));
  process.off('SIGINT', stop).off('SIGTERM', stop);
  const result = await report.end();
  const topOutcomes = Object.entries(result.outcomes).toSorted(([, one], [, other]) => other - one);
  for (const [outcome, count] of topOutcomes.slice(0, 25))
    write(`  ${String(count).padStart(8)}  ${outcome}\n`);
  write(
    `${name}: ${result.inputs} inputs in ${result.seconds} s, ${result.perSecond} a second, ${result.failures} failures${isStopped ? ', stopped early' : ''}\n`,
  );
  return { ...result, stopped: isStopped };
}

export const exitCodeOf = (results: readonly { failures: number; stopped: boolean }[]): number =>
  results.some(({ failures, stopped }) => failures > 0 || stopped) ? 1 : 0;

/** Replays a saved failure: its input if it was saved, otherwise all inputs before it in its block. */
export async function replay(file: string, options: RunOptions): Promise<number> {
  const saved = JSON.parse(await readFile(file, 'utf8')) as SavedFailure;
  const target = TARGETS[saved.target];
  if (!target) throw new TypeError(`unknown target ${saved.target}`);
  const plant = options.plant ?? saved.plant;
  if (saved.input === undefined) {
    const run = { ...options, seed: saved.seed, plant, from: saved.index, inputs: 1 };
    return exitCodeOf([await runTarget(saved.target, run)]);
  }
  const subject = await target.open({ seed: saved.seed, plant });
  try {
    subject.startBlock(0);
    const verdict = await withTimeout(
      subject.replay(saved.input),
      target.timeoutSeconds ?? defaultTimeoutSeconds,
    );
    const summary = verdict.problem
      ? `${verdict.problem.kind}: ${verdict.problem.text}`
      : 'the input fails no longer';
    process.stdout.write(
      options.isQuiet ? `${JSON.stringify(verdict)}\n` : `${verdict.outcome}\n${summary}\n`,
    );
    return verdict.problem ? 1 : 0;
  } finally {
    await subject.close?.();
  }
}
