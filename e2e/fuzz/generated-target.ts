import { type Random, randomOf } from './random.ts';
import type { Options, Subject, Verdict } from './target.ts';
import { classify } from './verdict.ts';

interface GeneratedTarget<Input> {
  readonly generate: (random: Random) => Input | Promise<Input>;
  readonly execute: (input: Input) => Promise<string> | string;
  /** @returns the code of a declared refusal, or undefined. */
  readonly refusalCodeOf: (error: unknown) => string | undefined;
}

/** A target whose inputs are independent: a generator creates each of them in one of several ways, which names it. */
export function createGeneratedTarget<Input extends { readonly way: string }>(
  { seed }: Options,
  { generate, execute, refusalCodeOf }: GeneratedTarget<Input>,
): Subject {
  const verdictOf = async (input: Input): Promise<Verdict> => {
    const result = await classify(() => execute(input), refusalCodeOf);
    const outcome = `${input.way}: ${result.outcome}`;
    return { ...result, outcome, trail: input.way, ...(result.problem ? { input } : {}) };
  };
  return {
    startBlock: () => undefined,
    try: async (index) => verdictOf(await generate(randomOf(seed, index))),
    replay: (input) => verdictOf(input as Input),
  };
}
