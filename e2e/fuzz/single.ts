import type { PoolOptions } from './pool.ts';
import { inputsPerBlock, type Subject, type Target, type Verdict } from './target.ts';
import type { FoundFailure } from './worker.ts';

/** Runs a target with one process and state: one input after the other, in this process. */
export async function runSingle(target: Target, options: PoolOptions): Promise<void> {
  const subject = await target.open(options);
  try {
    subject.startBlock(0);
    for (
      let index = options.from;
      index < options.from + options.inputs && !options.isStopped();
      index += 1
    ) {
      const verdict = await withTimeout(subject.try(index), options.timeoutSeconds);
      const found: FoundFailure[] = verdict.problem
        ? [{ ...verdict.problem, index, trail: verdict.trail, input: verdict.input }]
        : [];
      options.onDone({
        block: Math.floor(index / inputsPerBlock),
        tried: 1,
        outcomes: { [verdict.outcome]: 1 },
        failures: found,
      });
    }
    const last = await subject.check?.();
    if (last)
      options.onDone({
        block: -1,
        tried: 0,
        outcomes: {},
        failures: [{ ...last, index: options.from + options.inputs - 1, trail: 'after all inputs' }],
      });
  } finally {
    await close(subject);
  }
}

const close = async (subject: Subject): Promise<void> => subject.close?.();

export function withTimeout(work: Promise<Verdict>, seconds: number): Promise<Verdict> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () =>
        resolve({
          outcome: 'hang',
          trail: '',
          problem: { kind: 'hang', text: `timeout after ${seconds} s` },
        }),
      seconds * 1000,
    );
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
