import { readFile } from 'node:fs/promises';
import { runPool } from './pool.ts';
import { createReport, type Kept } from './report.ts';
import { inTime, runSingle } from './single.ts';
import { TARGETS } from './targets.ts';
import type { Done } from './worker.ts';

export interface RunOptions {
  readonly seed: number;
  readonly from: number;
  readonly inputs: number | undefined;
  readonly workers: number;
  /** Failures after which a run has shown enough. */
  readonly most: number;
  readonly plant: string | undefined;
  readonly isQuiet: boolean;
}

/** Patience with one input, in seconds: documents and texts are small. */
const PATIENCE = 10;

export async function runTarget(name: string, options: RunOptions) {
  const target = TARGETS[name];
  if (!target) throw new TypeError(`no target ${name}`);
  const inputs = options.inputs ?? target.inputs;
  const plant = target.plants.includes(options.plant ?? '') ? options.plant : undefined;
  const say = (text: string) => {
    if (!options.isQuiet) process.stdout.write(text);
  };
  say(
    `${name}: ${inputs} inputs from ${options.from}, seed ${options.seed}${plant ? `, with the fault ${plant}` : ''}\n`,
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
    patience: target.patience ?? PATIENCE,
    onDone: (done: Done) => report.add(done),
    isOver: () => isStopped || report.failures.length >= options.most,
  };
  await (target.single ? runSingle(target, run) : runPool(run));
  process.off('SIGINT', stop).off('SIGTERM', stop);
  const result = await report.end();
  const top = Object.entries(result.outcomes).toSorted(([, one], [, other]) => other - one);
  for (const [outcome, count] of top.slice(0, 25)) say(`  ${String(count).padStart(8)}  ${outcome}\n`);
  say(
    `${name}: ${result.inputs} inputs in ${result.seconds} s, ${result.perSecond} a second, ${result.failures} failures${isStopped ? ', stopped early' : ''}\n`,
  );
  return { ...result, stopped: isStopped };
}

export const exitCodeOf = (results: readonly { failures: number; stopped: boolean }[]): number =>
  results.some(({ failures, stopped }) => failures > 0 || stopped) ? 1 : 0;

/** Tries one input again that a run has written down: by itself where it was kept, else by all before it in its block. */
export async function replay(file: string, options: RunOptions): Promise<number> {
  const kept = JSON.parse(await readFile(file, 'utf8')) as Kept;
  const target = TARGETS[kept.target];
  if (!target) throw new TypeError(`no target ${kept.target}`);
  const plant = options.plant ?? kept.plant;
  if (kept.input === undefined) {
    const run = { ...options, seed: kept.seed, plant, from: kept.index, inputs: 1 };
    return exitCodeOf([await runTarget(kept.target, run)]);
  }
  const subject = await target.open({ seed: kept.seed, plant });
  try {
    subject.begin(0);
    const verdict = await inTime(subject.again(kept.input), target.patience ?? PATIENCE);
    const said = verdict.problem
      ? `${verdict.problem.kind}: ${verdict.problem.text}`
      : 'nothing is wrong with it now';
    process.stdout.write(options.isQuiet ? `${JSON.stringify(verdict)}\n` : `${verdict.outcome}\n${said}\n`);
    return verdict.problem ? 1 : 0;
  } finally {
    await subject.close?.();
  }
}
