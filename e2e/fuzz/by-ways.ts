import { type Dice, diceOf } from './dice.ts';
import { fateOf } from './fate.ts';
import type { Options, Subject, Verdict } from './target.ts';

interface Ways<Input> {
  readonly made: (dice: Dice) => Input | Promise<Input>;
  readonly tried: (input: Input) => Promise<string> | string;
  /** Of the refusals that are declared. */
  readonly codeOf: (error: unknown) => string | undefined;
}

/** What no input teaches anything: each is made by itself, in one of several ways, and named by it. */
export function byWays<Input extends { readonly way: string }>(
  { seed }: Options,
  { made, tried, codeOf }: Ways<Input>,
): Subject {
  const verdictOf = async (input: Input): Promise<Verdict> => {
    const fate = await fateOf(() => tried(input), codeOf);
    const outcome = `${input.way}: ${fate.outcome}`;
    return { ...fate, outcome, trail: input.way, ...(fate.problem ? { input } : {}) };
  };
  return {
    begin: () => undefined,
    try: async (index) => verdictOf(await made(diceOf(seed, index))),
    again: (input) => verdictOf(input as Input),
  };
}
