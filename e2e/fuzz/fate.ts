import type { Problem, Verdict } from './target.ts';

/** A false acceptance, told from all that the tried code may throw. */
export class Wrong extends Error {}

/** What became of some work: its own word, the code of a declared refusal, or a problem. */
export async function fateOf(
  work: () => Promise<string> | string,
  codeOf: (error: unknown) => string | undefined,
): Promise<Pick<Verdict, 'outcome' | 'problem'>> {
  try {
    return { outcome: await work() };
  } catch (error) {
    const code = codeOf(error);
    if (code !== undefined) return { outcome: code };
    if (error instanceof Wrong) return { outcome: 'wrong', problem: { kind: 'wrong', text: error.message } };
    return { outcome: 'crash', problem: { kind: 'crash', text: textOf(error) } };
  }
}

/** Enough of a stack to see where it was. */
export const textOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? String(error)).slice(0, 1500) : `thrown: ${JSON.stringify(error)}`;

export const crash = (error: unknown): Problem => ({ kind: 'crash', text: textOf(error) });
