import type { Bytes } from '../src/bytes.ts';

/** Expected result of a vector. An `acceptable` vector may be accepted or rejected. */
export type Result = 'valid' | 'invalid' | 'acceptable';

/** One vector. Its other properties are hex strings, except complete keys. */
export interface Vector {
  readonly tcId: number;
  readonly comment: string;
  readonly result: string;
  readonly flags: readonly string[];
}

/** Verdict of a function on a vector: accepted with the right outcome, with a wrong one, or rejected. */
export type Verdict = 'right' | 'wrong' | 'refused';

interface Expectation<V extends Vector> {
  readonly judge: (vector: V) => Promise<Verdict> | Verdict;
  /** Numbers of the acceptable vectors that the function may accept. It must reject the others. */
  readonly taken?: readonly number[];
  /** Valid vectors that the function does not support and must reject. */
  readonly refuses?: (vector: V) => boolean;
}

/** Every vector for which the verdict of a function is wrong. */
export async function mistakesIn<V extends Vector>(
  vectors: readonly V[],
  { judge, taken = [], refuses = () => false }: Expectation<V>,
): Promise<string[]> {
  if (vectors.length === 0) throw new Error('no vectors');
  const mistakes = await Promise.all(
    vectors.map(async (vector) => {
      const { tcId, comment, result } = vector;
      const verdict = await judge(vector);
      const good = allowed(result, taken.includes(tcId), refuses(vector));
      return good.includes(verdict) ? [] : [`${tcId} (${result}, ${comment}): ${verdict}`];
    }),
  );
  return mistakes.flat();
}

function allowed(result: string, isTaken: boolean, isRefused: boolean): readonly Verdict[] {
  if (isRefused || result === 'invalid') return ['refused'];
  if (result === 'valid') return ['right'];
  return isTaken ? ['right', 'refused'] : ['refused'];
}

/** A rejected promise or a missing result counts as a rejection. */
export async function verdictOf(
  attempt: () => Promise<boolean | undefined> | boolean | undefined,
): Promise<Verdict> {
  try {
    const isRight = await attempt();
    return isRight === undefined ? 'refused' : isRight ? 'right' : 'wrong';
  } catch {
    return 'refused';
  }
}

/** Verdict of functions that return a boolean. */
export const holds = (attempt: () => Promise<boolean> | boolean): Promise<Verdict> =>
  verdictOf(async () => (await attempt()) || undefined);

export function hex(digits: string): Bytes {
  const bytes = new Uint8Array(digits.length / 2);
  for (let at = 0; at < bytes.length; at += 1)
    bytes[at] = Number.parseInt(digits.slice(at * 2, at * 2 + 2), 16);
  return bytes;
}
