import type { PoolOptions } from './pool.ts';
import { BLOCK, type Subject, type Target, type Verdict } from './target.ts';
import type { Found } from './worker.ts';

/** Tries a target that is one program with one state: one input after the other, in this process. */
export async function runSingle(target: Target, options: PoolOptions): Promise<void> {
  const subject = await target.open(options);
  try {
    subject.begin(0);
    for (let index = options.from; index < options.from + options.inputs && !options.isOver(); index += 1) {
      const verdict = await inTime(subject.try(index), options.patience);
      const found: Found[] = verdict.problem
        ? [{ ...verdict.problem, index, trail: verdict.trail, input: verdict.input }]
        : [];
      options.onDone({
        block: Math.floor(index / BLOCK),
        tried: 1,
        outcomes: { [verdict.outcome]: 1 },
        found,
      });
    }
    const last = await subject.end?.();
    if (last)
      options.onDone({
        block: -1,
        tried: 0,
        outcomes: {},
        found: [{ ...last, index: options.from + options.inputs - 1, trail: 'after all inputs' }],
      });
  } finally {
    await close(subject);
  }
}

const close = async (subject: Subject): Promise<void> => subject.close?.();

export function inTime(work: Promise<Verdict>, seconds: number): Promise<Verdict> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () =>
        resolve({ outcome: 'hang', trail: '', problem: { kind: 'hang', text: `no end in ${seconds} s` } }),
      seconds * 1000,
    );
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
