import type { Problem, Verdict } from './target.ts';

/** A false acceptance, distinct from all errors of the tested code. */
export class FalseAcceptance extends Error {}

/** @returns the outcome of the work, the code of a declared refusal, or a problem. */
export async function classify(
  work: () => Promise<string> | string,
  refusalCodeOf: (error: unknown) => string | undefined,
): Promise<Pick<Verdict, 'outcome' | 'problem'>> {
  try {
    return { outcome: await work() };
  } catch (error) {
    const code = refusalCodeOf(error);
    if (code !== undefined) return { outcome: code };
    if (error instanceof FalseAcceptance)
      return { outcome: 'wrong', problem: { kind: 'wrong', text: error.message } };
    return { outcome: 'crash', problem: { kind: 'crash', text: textOf(error) } };
  }
}

/** The part of a stack that shows the location. */
export const textOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? String(error)).slice(0, 1500) : `thrown: ${JSON.stringify(error)}`;

export const crash = (error: unknown): Problem => ({ kind: 'crash', text: textOf(error) });
